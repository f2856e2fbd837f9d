import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Ports } from '#engine/ports.ts';
import { commonHeaders, createPage } from '#page/page.ts';
import { createStaticFiles } from '#page/static-files.ts';
import { refuseAddress } from './access.ts';

type Environment = { Bindings: HttpBindings };

type RouteOptions = {
  readonly rendererFolder: string;
  /** Port of the server, known once it listens. */
  readonly port: () => number;
  readonly log: Ports['log'];
};

/** Creates the host's HTTP routes: the page and its files, for anyone on its own address. */
export function createRoutes(options: RouteOptions): Hono<Environment> {
  const files = createStaticFiles(options.rendererFolder);
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const refusal = refuseAddress(c.env.incoming.headers, options.port());
    if (refusal === null) {
      await next();
    } else {
      options.log('warn', `A request was refused because of its ${refusal.reason}.`);
      c.res = c.text(refusal.message, refusal.status);
    }
    for (const [name, value] of Object.entries(commonHeaders)) {
      if (!c.res.headers.has(name)) {
        c.res.headers.set(name, value);
      }
    }
  });

  app.on('GET', ['/', '/index.html'], (c) => page(c));
  app.get('*', async (c, next) => {
    const file = await files.read(new URL(c.req.url).pathname);
    if (file === null) {
      await next();
      return;
    }
    return c.body(file.body, 200, { 'Content-Type': file.type, 'Cache-Control': file.cacheControl });
  });
  // Browsers request it by themselves.
  app.get('/favicon.ico', (c) => c.body(null, 204));

  app.notFound((c) => c.text('There is nothing here.', 404));
  app.onError((error, c) => {
    options.log('error', `A request failed: ${error.message}`);
    return c.text('Something went wrong inside Contexture.', 500);
  });

  async function page(c: Context<Environment>): Promise<Response> {
    const built = await files.readPage();
    if (built === null) {
      return c.text('The interface has not been built. Run “npm run build” and load this page again.', 500);
    }
    // Name the checked `Host`, since older browsers do not take `'self'` to include the WebSocket.
    const { html, contentSecurityPolicy } = createPage(built, `'self' ws://${c.env.incoming.headers.host ?? ''}`);
    return c.html(html, 200, { 'Content-Security-Policy': contentSecurityPolicy });
  }

  return app;
}
