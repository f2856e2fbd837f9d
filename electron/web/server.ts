import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Ports } from '#engine/ports.ts';
import { logsProblems } from '#node/log.ts';
import { commonHeaders } from '#page/page.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import { createToken, type Refusal, refuseAddress, refuseToken, subprotocolToken } from './access.ts';
import { createRoutes } from './routes.ts';
import { createSocketServer } from './websocket-transport.ts';

type WebHostOptions = {
  readonly service: Service;
  readonly rendererFolder: string;
  /** Any free one if left out or 0. */
  readonly port?: number;
  readonly version: string;
  /** Never given a token, nor what messages contain. */
  readonly log: Ports['log'];
  /** The token of this run; a new random one if left out. */
  readonly token?: string | undefined;
  readonly heartbeatMs?: number;
};

export type WebHost = Awaited<ReturnType<typeof startWebHost>>;

const loopback = '127.0.0.1';

/**
 * Serves the interface and the contract to this machine only. All but the page and its files, for which a browser could
 * not send one, asks for the token. @throws `busy`, `no_permission`, `io_failed`
 */
export async function startWebHost(options: WebHostOptions) {
  const token = options.token ?? createToken();
  const { log, service } = options;
  let port = 0;
  let connections = 0;

  const routes = createRoutes({ ...options, token, port: () => port });
  const server = createAdaptorServer({ fetch: routes.fetch, hostname: loopback }) as Server;
  const sockets = createSocketServer({
    onProblem: (problem) => log('warn', problem),
    onTransport: (transport) => {
      connections += 1;
      createHost(service, transport, { caller: `web-${connections}`, onProblem: logsProblems(log) });
    },
    heartbeatMs: options.heartbeatMs,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refuseAddress(request.headers, port) ?? refuseToken(subprotocolToken(request.headers), token);
    if (refusal !== null) {
      log('warn', `A connection was refused because of its ${refusal.reason}.`);
      refuseUpgrade(socket, refusal.status, refusal.message);
    } else if (request.url !== '/ws') {
      refuseUpgrade(socket, 404, 'There is nothing here.');
    } else {
      sockets.accept(request, socket, head);
    }
  });

  await listen(server, options.port ?? 0);
  port = (server.address() as AddressInfo).port;
  return {
    /** Address to open, with the token in its fragment, which browsers keep to themselves. */
    url: `http://${loopback}:${port}/#token=${token}`,
    port,
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      await sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuseUpgrade(socket: Duplex, status: Refusal['status'] | 404, message: string): void {
  const headers = Object.entries({
    ...commonHeaders,
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(message)),
    Connection: 'close',
  });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen(port, loopback, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, port: number): ContextureError {
  if (error.code === 'EADDRINUSE') {
    const message = `Port ${port} is in use. Choose another with --port, or leave it out.`;
    return new ContextureError('busy', message, { port });
  }
  if (error.code === 'EACCES') {
    const message = `Port ${port} may not be used without special rights. Choose one above 1023, or leave it out.`;
    return new ContextureError('no_permission', message, { port });
  }
  return new ContextureError('io_failed', `Contexture could not listen on port ${port}: ${error.message}.`, { port });
}
