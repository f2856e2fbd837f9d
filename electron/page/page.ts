import { randomBytes } from 'node:crypto';
import { createStaticFiles } from './static-files.ts';

/** Put into script and style tags by the build of the interface (`html.cspNonce` in vite.config.ts). */
const noncePlaceholder = '__CONTEXTURE_NONCE__';
const nonceMeta = /<meta\b[^>]*\bproperty=["']?csp-nonce\b[^>]*>\s*/gi;

/**
 * Answers requests for the built interface: the page with a new nonce at each load, and its files.
 * @param howToBuild what to do if it has not been built
 */
export function createInterface(rendererFolder: string, howToBuild: string) {
  const files = createStaticFiles(rendererFolder);
  /** @param connect sources that the page's scripts may connect to, as in its policy */
  return async ({ url, method }: Pick<Request, 'url' | 'method'>, connect: string): Promise<Response> => {
    const { pathname } = new URL(url);
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && (pathname === '/' || pathname === '/index.html')) {
      const built = await files.readPage();
      if (built === null) {
        return textAnswer(500, `The interface has not been built. ${howToBuild}`);
      }
      const { html, contentSecurityPolicy } = createPage(built, connect);
      const type = 'text/html; charset=UTF-8';
      return answer(200, html, { 'Content-Type': type, 'Content-Security-Policy': contentSecurityPolicy });
    }
    const file = isRead ? await files.read(pathname) : null;
    if (file !== null) {
      return answer(200, file.body, { 'Content-Type': file.type, 'Cache-Control': file.cacheControl });
    }
    // Browsers request the icon by themselves.
    return isRead && pathname === '/favicon.ico' ? answer(204, null) : textAnswer(404, 'There is nothing here.');
  };
}

export const textAnswer = (status: number, message: string): Response =>
  answer(status, message, { 'Content-Type': 'text/plain; charset=utf-8' });

const answer = (
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>> = {},
): Response => new Response(body, { status, headers: { ...commonHeaders, ...headers } });

function createPage(builtHtml: string, connect: string) {
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
