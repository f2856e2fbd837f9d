/** Nonce the page's policy requires of every style that a library adds; null if the page has no policy. */
export function pageNonce(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || null;
}
