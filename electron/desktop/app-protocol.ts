import { protocol, type Session } from 'electron';
import { commonHeaders, createPage } from '#page/page.ts';
import { createStaticFiles } from '#page/static-files.ts';
import { host, scheme } from './address.ts';

/** Gives the scheme its own origin, like https. Call it before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
}

/** Serves only the built interface to windows: the page with a new nonce at each load, and its files. */
export function serveInterface(session: Session, rendererFolder: string): void {
  const files = createStaticFiles(rendererFolder);

  session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    if (url.host !== host || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return text(403, 'Contexture answers to its own page only.');
    }
    if (url.pathname === '/' || url.pathname === '/index.html') {
      return page();
    }
    const file = await files.read(url.pathname);
    if (file === null) {
      return text(404, 'There is nothing here.');
    }
    return answer(200, file.body, { 'Content-Type': file.type, 'Cache-Control': file.cacheControl });
  });

  async function page(): Promise<Response> {
    const built = await files.readPage();
    if (built === null) {
      return text(500, 'The interface has not been built. Run “npm run build” and start Contexture again.');
    }
    // The page may connect to nothing: it speaks over its bridge alone.
    const { html, contentSecurityPolicy } = createPage(built, "'none'");
    return answer(200, html, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy,
    });
  }
}

const text = (status: number, message: string): Response =>
  answer(status, message, { 'Content-Type': 'text/plain; charset=utf-8' });

const answer = (status: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response =>
  new Response(body, { status, headers: { ...commonHeaders, ...headers } });
