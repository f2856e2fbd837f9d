import { WebSocket } from 'ws';
import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { subprotocol } from '#web/access.ts';
import { createTransport } from '#web/websocket-transport.ts';

/** Connects to a web host as its page does. Rejects if the host refuses. */
export function connectWebSocket(address: string, token: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, [subprotocol, `token.${token}`], { perMessageDeflate: false });
    socket.once('open', () => {
      socket.off('error', reject);
      resolve(createTransport(socket, { onProblem: () => {}, encode: encodeForHost }));
    });
    socket.once('error', reject);
  });
}
