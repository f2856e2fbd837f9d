import {
  closeCodes,
  type HostGreeting,
  offeredKey,
  offeredNonce,
  type PageProof,
  type SessionGrant,
  subprotocol,
} from '#shared/contract/wire/handshake.ts';
import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import {
  codeInAddress,
  forgetCode,
  isProofOfHost,
  keepSession,
  knownKeys,
  newCode,
  proofOfPage,
  type RunKey,
  randomText,
  takeGivenCode,
} from './run-keys.ts';

/** Reason there is no connection, if known: this page has no key, or a used one, or the host lacks its own. */
export type RefusalReason = 'no key' | 'used code' | 'stranger';

let refused: RefusalReason | null = null;

/** Reason the last attempt failed; null if there was no answer. */
export const whyRefused = (): RefusalReason | null => refused;

/** Opens a WebSocket on which the host has proven itself before anything but the name of a key was sent. */
export async function connectWebSocket(): Promise<Transport> {
  // Open the connection first: a new tab's storage has to be fetched, and blocks everything until it is there.
  const codeGiven = codeInAddress();
  const first = codeGiven && openWith(codeGiven);
  const tabKeys = knownKeys();
  // If the address was opened before, the first tab gives this one a separate key.
  const keys = tabKeys.length === 0 && refused !== 'used code' && (await askForCode()) ? knownKeys() : tabKeys;
  // A used code is forgotten, but the reason there is none is still to be reported.
  refused = keys.length === 0 ? (refused ?? 'no key') : null;
  for (const [at, key] of keys.entries()) {
    try {
      const connection = await (at === 0 && first ? first : openWith(key));
      if (at > 0) {
        forgetCode();
      }
      return connection;
    } catch (error) {
      refused = error instanceof NotProven ? error.why : null;
      if (refused === 'used code') {
        forgetCode();
      }
      if (refused === null) {
        break;
      }
    }
  }
  throw notOpened();
}

class NotProven extends Error {
  readonly why: RefusalReason;
  constructor(why: RefusalReason) {
    super(`Not proven: ${why}`);
    this.why = why;
  }
}

async function openWith(key: RunKey): Promise<Transport> {
  const address = new URL('/ws', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const nonce = randomText();
  const socket = new WebSocket(address, [subprotocol, offeredKey(key.name), offeredNonce(nonce)]);
  try {
    const greeting = await firstMessage(socket);
    if (!isGreeting(greeting)) {
      throw new NotProven('stranger');
    }
    const [isHost, proof] = await Promise.all([isProofOfHost(key, nonce, greeting), proofOfPage(key, nonce, greeting)]);
    if (!isHost) {
      throw new NotProven('stranger');
    }
    // A connection that closed meanwhile would never report its end.
    if (socket.readyState !== WebSocket.OPEN) {
      throw notOpened();
    }
    socket.send(JSON.stringify({ type: 'proof', proof } satisfies PageProof));
    return overWebSocket(socket);
  } catch (error) {
    socket.close();
    throw error;
  }
}

function firstMessage(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => resolve(parse(data)), { once: true });
    socket.addEventListener('close', ({ code }) => reject(endedWith(code)), { once: true });
  });
}

const endedWith = (code: number): Error => (code === closeCodes.usedCode ? new NotProven('used code') : notOpened());

const notOpened = (): Error => new Error('The connection could not be opened.');

function overWebSocket(socket: WebSocket): Transport {
  socket.addEventListener('close', giveCodes(), { once: true });
  return {
    send(message) {
      // A message sent while the connection closes is answered by the close itself.
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(encodeForHost(message));
      }
    },
    onMessage(listener) {
      const receive = (event: MessageEvent): void => {
        const message = parse(event.data);
        if (isGrant(message)) {
          keepSession({ name: message.name, key: message.key });
        } else {
          listener(message);
        }
      };
      socket.addEventListener('message', receive);
      return () => socket.removeEventListener('message', receive);
    },
    onClose(listener) {
      socket.addEventListener('close', listener, { once: true });
      return () => socket.removeEventListener('close', listener);
    },
    close: () => socket.close(),
  };
}

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}

const has = (message: unknown, type: string, ...fields: readonly string[]): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === type &&
  fields.every((field) => typeof Reflect.get(message, field) === 'string');

const isGreeting = (message: unknown): message is HostGreeting => has(message, 'greeting', 'nonce', 'proof');
const isGrant = (message: unknown): message is SessionGrant => has(message, 'session', 'name', 'key');

/** Channel for tabs on one address, closed to others: only the host's pages have this origin. */
const channel = 'contexture.tabs';

/** A tab without a key sends a request with a text of its own; a tab with a session answers with a one-time code. */
type TabMessage = { readonly asked: string; readonly code?: string };

/** Longest wait for a tab's answer, in milliseconds: background tabs are slow. */
const answersWithin = 1000;

/** Gives codes to tabs that request one, while the host is known to be the real one: another program could serve such a tab. */
function giveCodes(): () => void {
  const tabs = new BroadcastChannel(channel);
  let isClosed = false;
  tabs.addEventListener('message', async ({ data }: MessageEvent<TabMessage>) => {
    const code = data.code === undefined ? await newCode() : null;
    if (code !== null && !isClosed) {
      tabs.postMessage({ asked: data.asked, code } satisfies TabMessage);
    }
  });
  return () => {
    isClosed = true;
    tabs.close();
  };
}

/** Requests a code from other tabs, and keeps the first. Resolves to true if there was one. */
function askForCode(): Promise<boolean> {
  const tabs = new BroadcastChannel(channel);
  const request = randomText();
  return new Promise<boolean>((resolve) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.asked === request && data.code !== undefined) {
        resolve(takeGivenCode(data.code));
      }
    });
    tabs.postMessage({ asked: request } satisfies TabMessage);
    setTimeout(() => resolve(false), answersWithin);
  }).finally(() => tabs.close());
}
