import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type * as Electron from 'electron';
import { guarded } from './guarded.ts';

type Members = 'abort' | 'end' | 'setHeader' | 'write';

/**
 * Requests as `net.request` makes them, over Node and to this machine only. Redirects are not followed: Electron cancels one
 * that a listener doesn't follow in manual mode, and those who use another mode abort.
 */
export function requestOver(options: Electron.ClientRequestConstructorOptions): Electron.ClientRequest {
  const { hostname = '', protocol = 'https:', port, path = '/', method = 'GET', headers = {} } = options;
  if (hostname !== '127.0.0.1' || protocol !== 'http:') {
    throw new Error(`The stand-in asks nobody but this machine, and not ${protocol}//${hostname}.`);
  }
  const events = new EventEmitter();
  const sent = httpRequest({ hostname, port, path, method, headers: headers as Record<string, string> });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    events.emit('error', error.code === 'ECONNREFUSED' ? new Error('net::ERR_CONNECTION_REFUSED') : error);
  });
  sent.on('response', (response: IncomingMessage) => {
    const { location } = response.headers;
    if (location !== undefined) {
      events.emit(
        'redirect',
        response.statusCode,
        method,
        new URL(location, `${protocol}//${hostname}:${port}${path}`).href,
      );
      return;
    }
    events.emit('response', response);
  });
  const members = {
    abort: (): void => {
      sent.destroy();
      events.emit('abort');
    },
    end: (text?: string | Buffer): void => void sent.end(text),
    setHeader: (name: string, value: string): void => void sent.setHeader(name, value),
    write: (text: string | Buffer): void => void sent.write(text),
  } satisfies Record<Members, unknown>;
  const self = guarded('ClientRequest', Object.assign(events, members));
  return self as unknown as Electron.ClientRequest;
}
