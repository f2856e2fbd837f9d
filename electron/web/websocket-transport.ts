import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { closeCodes, type HostGreeting, type SessionGrant, subprotocol } from '#shared/contract/wire/handshake.ts';
import { createEnd } from '#shared/contract/wire/in-process.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { jsonNesting, maxNesting } from '#shared/text/nesting.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { ProofRequest } from './access.ts';
import type { Keys } from './keys.ts';

/** Bytes that may wait for a page that doesn't read before it is cut off; it connects again and takes a fresh snapshot. */
const defaultMaxWaitingBytes = 64 * 1024 * 1024;
const defaultHeartbeatMs = 30_000;
const patienceMs = 500;
/** Milliseconds a page may take to prove itself. Its first calls come with its proof, so what it sends until then is limited. */
const defaultProofMs = 10_000;
const maxUnprovenBytes = 64 * 1024;
/** Maximum proven and unproven pages: more than anyone has open, and than connect at once. */
const maxProven = 64;
const maxUnproven = 16;

// Status codes of RFC 6455.
const notText = 1003;
const notJson = 1007;
const goingAway = 1001;

type SocketServerOptions = {
  readonly keys: Pick<Keys, 'isUsed' | 'proofOfHost' | 'isProofOfPage' | 'exchange'>;
  readonly onTransport: (transport: Transport) => void;
  /** Called with the reason for a refusal, without content. */
  readonly onProblem: (problem: string) => void;
  readonly heartbeatMs?: number | undefined;
  readonly maxWaitingBytes?: number;
  readonly proofMs?: number | undefined;
};

export type SocketServer = ReturnType<typeof createSocketServer>;

/** Creates the host's end of WebSockets: each connection becomes a {@link Transport}; dead ones are dropped. */
export function createSocketServer(options: SocketServerOptions) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // Accept our own name only: the other subprotocols are for the proofs.
    handleProtocols: () => subprotocol,
    // Without compression, messages are never larger than what was sent, and their length gives nothing away.
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

  const { greet, isFull } = createGreeter(options);

  return {
    isFull,
    /** Takes over a connection whose request to upgrade has been checked. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer, proof: ProofRequest): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        answered.add(webSocket);
        webSocket.on('pong', () => answered.add(webSocket));
        greet(webSocket, socket, proof);
      });
    },
    /** Tells all connections that the host ends; resolves once they are closed. */
    close(): Promise<void> {
      clearInterval(heartbeat);
      for (const socket of server.clients) {
        socket.close(goingAway);
        // Cut off a page that doesn't answer.
        setTimeout(() => socket.terminate(), patienceMs).unref();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Has host and page prove themselves to each other. */
function createGreeter(options: SocketServerOptions) {
  const unproven = new Set<WebSocket>();
  const proven = new Set<WebSocket>();

  /** Proves the host to the page, and has the page prove itself; reads only what it sends after that. */
  function greet(webSocket: WebSocket, raw: Duplex, { name, nonce }: ProofRequest): void {
    const { keys, onProblem, onTransport } = options;
    const ownNonce = randomBytes(24).toString('base64url');
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxUnprovenBytes && !proven.has(webSocket)) {
        raw.destroy();
      }
    };
    const cutOff = (): void => webSocket.terminate();
    const over = (): void => {
      unproven.delete(webSocket);
      clearTimeout(timer);
      raw.off('data', count);
      webSocket.off('error', cutOff);
    };
    // The connection counts as unproven until it is closed.
    const refuse = (code: number, problem: string): void => {
      onProblem(problem);
      webSocket.close(code);
    };
    const timer = setTimeout(() => {
      onProblem('A page that did not prove itself in time was cut off.');
      webSocket.terminate();
    }, options.proofMs ?? defaultProofMs);
    timer.unref();
    // Drop the oldest unproven page, so that it keeps nobody out: a page needs its place for milliseconds.
    const [oldest] = unproven;
    if (oldest !== undefined && unproven.size >= maxUnproven) {
      unproven.delete(oldest);
      oldest.terminate();
    }
    unproven.add(webSocket);
    webSocket.once('close', over);
    webSocket.on('error', cutOff);
    raw.on('data', count);
    const isUsedCode = (): boolean => {
      const isUsed = keys.isUsed(name);
      if (isUsed) {
        refuse(closeCodes.usedCode, 'A page came with a code that had been used.');
      }
      return isUsed;
    };
    if (isUsedCode()) {
      return;
    }
    const greeting: HostGreeting = {
      type: 'greeting',
      nonce: ownNonce,
      proof: keys.proofOfHost(name, nonce, ownNonce),
    };
    webSocket.send(JSON.stringify(greeting));
    webSocket.once('message', (data: Buffer, isBinary: boolean) => {
      const proof = isBinary ? undefined : proofIn(parseJson(data.toString('utf8')));
      if (webSocket.readyState !== WebSocket.OPEN) {
        return;
      }
      if (!keys.isProofOfPage(name, nonce, ownNonce, proof)) {
        refuse(closeCodes.notProven, 'A page that could not prove itself was cut off.');
        return;
      }
      // Two pages may come with the same code at once.
      if (isUsedCode()) {
        return;
      }
      over();
      proven.add(webSocket);
      webSocket.once('close', () => proven.delete(webSocket));
      const session = keys.exchange(name);
      if (session) {
        webSocket.send(JSON.stringify({ type: 'session', ...session } satisfies SessionGrant));
      }
      onTransport(createTransport(webSocket, { ...options, encode: JSON.stringify }));
    });
  }

  return { greet, isFull: (): boolean => proven.size >= maxProven };
}

const proofIn = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'proof' in message ? message.proof : undefined;

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
      // Ignore what still arrives from a refused connection.
      return;
    }
    if (isBinary) {
      refuse(notText, `A binary message of ${data.length} bytes was refused.`);
      return;
    }
    const text = data.toString('utf8');
    const message = parseJson(text);
    if (message === undefined) {
      if (jsonNesting(text) > maxNesting) {
        onProblem(`A message of ${data.length} bytes that is nested too deep was dropped.`);
        return;
      }
      refuse(notJson, `A message of ${data.length} bytes that is not JSON was refused.`);
      return;
    }
    deliver(message);
  });
  socket.on('error', (error: Error & { code?: string }) => {
    // The library has closed the connection by itself: a message was too long, not UTF-8, or broke the protocol.
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
