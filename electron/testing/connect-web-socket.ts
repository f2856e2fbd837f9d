import { createHmac, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import {
  type HostGreeting,
  offeredKey,
  offeredNonce,
  type PageProof,
  type SessionGrant,
  signedBy,
  subprotocol,
} from '#shared/contract/wire/handshake.ts';
import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { createTransport } from '#web/websocket-transport.ts';

/** A key in an address or in a page's storage: its name, a dot, and the key itself. */
type Key = { readonly name: string; readonly key: string };

export function keyIn(code: string): Key {
  const at = code.lastIndexOf('.');
  return { name: code.slice(0, at), key: code.slice(at + 1) };
}

export const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Connects to a web host as its page does, until both sides have proven themselves. Rejects if one of them can't. */
export async function proveTo(address: string, code: string): Promise<{ socket: WebSocket; session: Key | null }> {
  const { name, key } = keyIn(code);
  const nonce = randomBytes(16).toString('base64url');
  const socket = new WebSocket(address, [subprotocol, offeredKey(name), offeredNonce(nonce)], {
    perMessageDeflate: false,
  });
  const greeting = await nextMessage<HostGreeting>(socket);
  if (greeting.proof !== sign(key, signedBy('host', nonce, greeting.nonce))) {
    socket.close();
    throw new Error('The host could not prove itself.');
  }
  const proof: PageProof = { type: 'proof', proof: sign(key, signedBy('page', nonce, greeting.nonce)) };
  socket.send(JSON.stringify(proof));
  const session = name.startsWith('code.') ? await nextMessage<SessionGrant>(socket) : null;
  return { socket, session: session && { name: session.name, key: session.key } };
}

/** The same, as a transport. */
export async function connectWebSocket(address: string, code: string): Promise<Transport> {
  const { socket } = await proveTo(address, code);
  return createTransport(socket, { onProblem: () => {}, encode: encodeForHost });
}

function nextMessage<T>(socket: WebSocket): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.once('message', (data: Buffer) => {
      socket.off('close', ended);
      resolve(JSON.parse(data.toString()));
    });
    const ended = (code: number): void => reject(new Error(`The connection was ended with ${code}.`));
    socket.once('close', ended);
    socket.once('error', reject);
  });
}
