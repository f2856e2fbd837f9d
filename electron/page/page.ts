import { randomBytes } from 'node:crypto';

/** Put into script and style tags by the build of the interface (`html.cspNonce` in vite.config.ts). */
const noncePlaceholder = '__CONTEXTURE_NONCE__';
const nonceMeta = /<meta\b[^>]*\bproperty=["']?csp-nonce\b[^>]*>\s*/gi;

/** Creates the page for one load, with a fresh nonce. @param connect sources its scripts may connect to, as in the policy */
export function createPage(builtHtml: string, connect: string) {
  const nonce = randomBytes(18).toString('base64');
  const html = builtHtml
    .replace(nonceMeta, '')
    .replaceAll(noncePlaceholder, nonce)
    .replace(/<head\b[^>]*>/i, (head) => `${head}\n    <meta property="csp-nonce" nonce="${nonce}">`);
  return { html, contentSecurityPolicy: contentSecurityPolicy(nonce, connect) };
}

function contentSecurityPolicy(nonce: string, connect: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer. The page's own policy replaces the empty one. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};
