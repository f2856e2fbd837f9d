import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { encodeForHost, maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { subprotocol, subprotocolsFor } from './access.ts';

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
  readonly heartbeatMs?: number;
  readonly maxWaitingBytes?: number;
};

export type SocketServer = {
  /** Takes over a connection whose request to upgrade has been checked. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells all connections that the host is going; resolves once they are gone. */
  close(): Promise<void>;
};

/** The host's end of WebSockets: each connection becomes a {@link Transport}; dead ones are noticed and dropped. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
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
    accept(request, socket, head) {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        answered.add(webSocket);
        webSocket.on('pong', () => answered.add(webSocket));
        options.onTransport(createTransport(webSocket, { ...options, encode: JSON.stringify }));
      });
    },
    close() {
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

/** Connects to a web host as its page does. Rejects if the host refuses. For the command line and tests. */
export function connectWebSocket(address: string, token: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, subprotocolsFor(token), { perMessageDeflate: false });
    socket.once('open', () => {
      socket.off('error', reject);
      resolve(createTransport(socket, { onProblem: () => {}, encode: encodeForHost }));
    });
    socket.once('error', reject);
  });
}

type TransportOptions = Pick<SocketServerOptions, 'onProblem' | 'maxWaitingBytes'> & {
  readonly encode: (message: unknown) => string;
};

function createTransport(
  socket: WebSocket,
  { onProblem, encode, maxWaitingBytes = defaultMaxWaitingBytes }: TransportOptions,
): Transport {
  const messages = new Set<(message: unknown) => void>();
  const closes = new Set<() => void>();

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
    let message: unknown;
    try {
      message = JSON.parse(data.toString('utf8'));
    } catch {
      refuse(notJson, `A message of ${data.length} bytes that is not JSON was refused.`);
      return;
    }
    for (const listener of messages) {
      listener(message);
    }
  });
  socket.on('error', (error: Error & { code?: string }) => {
    // The library has closed the connection by itself: too long, not UTF-8, or not of the WebSocket protocol.
    onProblem(`A connection was closed because of what arrived on it (${error.code ?? 'unknown'}).`);
  });
  socket.once('close', () => {
    for (const listener of closes) {
      listener();
    }
    messages.clear();
    closes.clear();
  });

  return {
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
    onMessage(listener) {
      messages.add(listener);
      return () => messages.delete(listener);
    },
    onClose(listener) {
      closes.add(listener);
      return () => closes.delete(listener);
    },
    close: () => socket.close(),
  };
}
