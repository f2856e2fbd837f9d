import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Ports } from '#engine/ports.ts';
import { logsProblems } from '#node/log.ts';
import { commonHeaders, createInterface, textAnswer } from '#page/page.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import { noKey, type Refusal, readProofRequest, refuseAddress } from './access.ts';
import { createKeys, createSecret } from './keys.ts';
import { createSocketServer } from './websocket-transport.ts';

type WebHostOptions = {
  readonly service: Service;
  readonly rendererFolder: string;
  /** Port to listen on; any free one if left out or 0. */
  readonly port?: number;
  /** Never gets a key or the content of messages. */
  readonly log: Ports['log'];
  /** Secret that the keys of this run are made from; a new random one if left out. */
  readonly secret?: string | undefined;
  readonly heartbeatMs?: number;
  readonly proofMs?: number;
};

export type WebHost = Awaited<ReturnType<typeof startWebHost>>;

const loopback = '127.0.0.1';
/** Maximum connections that are no WebSocket: more than the pages of one person ever hold. */
const maxConnections = 256;

/**
 * Serves the interface and the contract to this machine only. The page and its files are for anyone on it; behind them is
 * the WebSocket, where page and host prove themselves to each other. @throws `busy`, `no_permission`, `io_failed`
 */
export async function startWebHost(options: WebHostOptions) {
  const { log, service } = options;
  let port = 0;
  let connections = 0;

  const keys = createKeys(options.secret ?? createSecret());
  const answer = createAnswers(options, () => port);
  const server = createAdaptorServer({ fetch: answer, hostname: loopback }) as Server;
  const isWebSocket = boundConnections(server);
  const sockets = createSocketServer({
    keys,
    onProblem: (problem) => log('warn', problem),
    onTransport: (transport) => {
      connections += 1;
      createHost(service, transport, { caller: `web-${connections}`, onProblem: logsProblems(log) });
    },
    heartbeatMs: options.heartbeatMs,
    proofMs: options.proofMs,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const proof = readProofRequest(request.headers);
    const refusal =
      refuseAddress(request.headers, port) ??
      (proof === null ? noKey : null) ??
      (request.url === '/ws' ? null : nothingHere) ??
      (sockets.isFull() ? tooMany : null);
    if (proof === null || refusal !== null) {
      log('warn', `A connection was refused because of its ${(refusal ?? noKey).reason}.`);
      refuseUpgrade(socket, refusal ?? noKey);
    } else {
      isWebSocket(socket);
      sockets.accept(request, socket, head, proof);
    }
  });

  await listen(server, options.port ?? 0);
  port = (server.address() as AddressInfo).port;
  return {
    /** Creates an address to open once, with a code in its fragment, which browsers don't send. */
    newAddress: (): string => `http://${loopback}:${port}/#${keys.newCode()}`,
    port,
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      await sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const nothingHere: Refusal = { status: 404, reason: 'path', message: 'There is nothing here.' };
const tooMany: Refusal = {
  status: 503,
  reason: 'number',
  message: 'Too many pages are open. Close some, then try again.',
};

function refuseUpgrade(socket: Duplex, { status, message }: Refusal): void {
  const headers = Object.entries({
    ...commonHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(message)),
    Connection: 'close',
  });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`);
}

/**
 * Limits connections: a new one replaces the oldest, so that silent ones keep nobody out.
 * @returns a function to call with each that became a WebSocket, which have their own limits
 */
function boundConnections(server: Server): (socket: Duplex) => void {
  const connections = new Set<Duplex>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    const [oldest] = connections;
    if (connections.size > maxConnections) {
      oldest?.destroy();
    }
  });
  return (socket) => void connections.delete(socket);
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

/** Answers requests for the page and its files, for anyone on the host's own address. @param port known once it listens */
function createAnswers({ rendererFolder, log }: WebHostOptions, port: () => number) {
  const answer = createInterface(rendererFolder, 'Run “npm run build” and load this page again.');
  return async (request: Request, { incoming }: { readonly incoming: Pick<IncomingMessage, 'headers'> }) => {
    const refusal = refuseAddress(incoming.headers, port());
    if (refusal !== null) {
      log('warn', `A request was refused because of its ${refusal.reason}.`);
      return textAnswer(refusal.status, refusal.message);
    }
    try {
      // Name the checked `Host`, since older browsers do not take `'self'` to include the WebSocket.
      return await answer(request, `'self' ws://${incoming.headers.host ?? ''}`);
    } catch (error) {
      log('error', `A request failed: ${error instanceof Error ? error.message : error}`);
      return textAnswer(500, 'Something went wrong inside Contexture.');
    }
  };
}
