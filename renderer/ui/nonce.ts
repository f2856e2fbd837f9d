/** What the page's policy asks of every style that a library puts into the page; null where the page has no policy. */
export function pageNonce(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || null;
}
