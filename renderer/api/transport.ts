import { encodeForHost } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { desktopBridge, overBridge } from './bridge-transport.ts';

/** Opens a connection to the engine; rejects if it can't be had now. */
export type Connector = () => Promise<Transport>;

const tokenKey = 'contexture.token';

/** The run's token, moved from the address into this tab's storage, out of sight. Null where there is none. */
function takeToken(): string | null {
  const given = tokenInAddress();
  if (given !== null) {
    sessionStorage.setItem(tokenKey, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem(tokenKey);
}

function tokenInAddress(): string | null {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  return given === undefined ? null : decodeURIComponent(given);
}

/** The address that leads to this run, for another window; null where there is no such thing. */
export function addressOfThisRun(): string | null {
  const token = desktopBridge() === null ? takeToken() : null;
  return token === null ? null : `${location.origin}/#token=${encodeURIComponent(token)}`;
}

/** Whether a program is there that does not know this page's token: it was restarted. */
export async function isRefused(): Promise<boolean> {
  const token = takeToken();
  if (desktopBridge() !== null || token === null) {
    return false;
  }
  const answer = await fetch('/api/health', { headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
  return answer?.status === 401;
}

function connectWebSocket(): Promise<Transport> {
  // The storage of a new tab has to be fetched, and nothing goes on until it is there: the connection is opened first.
  const token = tokenInAddress() ?? takeToken();
  const address = new URL('/ws', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, token ? ['contexture', `token.${token}`] : ['contexture']);
  takeToken();
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(overWebSocket(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error('The connection could not be opened.')), { once: true });
  });
}

function overWebSocket(socket: WebSocket): Transport {
  return {
    send(message) {
      // Anything sent while the connection closes is answered by the close itself.
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(encodeForHost(message));
      }
    },
    onMessage(listener) {
      const receive = (event: MessageEvent): void => listener(parse(event.data));
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

/** The one place that decides how this page reaches the engine: over the desktop window's bridge where there is one. */
export function chooseConnector(): Connector {
  const bridge = desktopBridge();
  return bridge === null ? connectWebSocket : async () => overBridge(bridge);
}
