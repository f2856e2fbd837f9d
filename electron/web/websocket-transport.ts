import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '#engine/app-files/app-json.ts';
import { createEnd } from '#shared/contract/wire/in-process.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { subprotocol } from './access.ts';

/** What may wait for a page that doesn't read before it is cut off; it connects again and takes a fresh snapshot. */
const defaultMaxWaitingBytes = 64 * 1024 * 1024;
const defaultHeartbeatMs = 30_000;
const patienceMs = 500;

// Status codes of RFC 6455.
const notText = 1003;
const notJson = 1007;
const goingAway = 1001;

type SocketServerOptions = {
  readonly onTransport: (transport: Transport) => void;
  /** Told what was refused, without its content. */
  readonly onProblem: (problem: string) => void;
  readonly heartbeatMs?: number | undefined;
  readonly maxWaitingBytes?: number;
};

export type SocketServer = ReturnType<typeof createSocketServer>;

/** The host's end of WebSockets: each connection becomes a {@link Transport}; dead ones are noticed and dropped. */
export function createSocketServer(options: SocketServerOptions) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // Our own name only: the other subprotocol that was asked for is the token, and it is not to be sent back.
    handleProtocols: () => subprotocol,
    // Without compression, what arrives is never larger than what was sent, and nothing can be learned from its length.
    perMessageDeflate: false,
  });
  const answered = new WeakSet<WebSocket>();

  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (answered.has(socket)) {
        answered.delete(socket);
        socket.ping();
      } else {
        options.onProblem('A page that no longer answers was cut off.');
        socket.terminate();
      }
    }
  }, options.heartbeatMs ?? defaultHeartbeatMs);
  heartbeat.unref();

  return {
    /** Takes over a connection whose request to upgrade has been checked. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        answered.add(webSocket);
        webSocket.on('pong', () => answered.add(webSocket));
        options.onTransport(createTransport(webSocket, { ...options, encode: JSON.stringify }));
      });
    },
    /** Tells all connections that the host is going; resolves once they are gone. */
    close(): Promise<void> {
      clearInterval(heartbeat);
      for (const socket of server.clients) {
        socket.close(goingAway);
        // Whoever doesn't answer keeps nobody waiting.
        setTimeout(() => socket.terminate(), patienceMs).unref();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type TransportOptions = Pick<SocketServerOptions, 'onProblem' | 'maxWaitingBytes'> & {
  readonly encode: (message: unknown) => string;
};

export function createTransport(
  socket: WebSocket,
  { onProblem, encode, maxWaitingBytes = defaultMaxWaitingBytes }: TransportOptions,
): Transport {
  const { deliver, closed, transport } = createEnd();

  const refuse = (code: number, problem: string): void => {
    onProblem(problem);
    socket.close(code);
  };

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (socket.readyState !== WebSocket.OPEN) {
      // A refused connection may have more on its way; none of it counts.
      return;
    }
    if (isBinary) {
      refuse(notText, `A binary message of ${data.length} bytes was refused.`);
      return;
    }
    const message = parseJson(data.toString('utf8'));
    if (message === undefined) {
      refuse(notJson, `A message of ${data.length} bytes that is not JSON was refused.`);
      return;
    }
    deliver(message);
  });
  socket.on('error', (error: Error & { code?: string }) => {
    // The library has closed the connection by itself: too long, not UTF-8, or not of the WebSocket protocol.
    onProblem(`A connection was closed because of what arrived on it (${error.code ?? 'unknown'}).`);
  });
  socket.once('close', closed);

  return {
    ...transport,
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) {
        return;
      }
      if (socket.bufferedAmount > maxWaitingBytes) {
        onProblem('A page that does not read what it is sent was cut off.');
        socket.terminate();
        return;
      }
      socket.send(encode(message));
    },
    close: () => socket.close(),
  };
}
