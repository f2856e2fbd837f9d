import { type IpcMainEvent, ipcMain, type WebContents } from 'electron';
import { bridgeChannels } from '#shared/contract/wire/desktop-bridge.ts';
import { createEnd } from '#shared/contract/wire/in-process.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { jsonNesting, maxNesting } from '#shared/text/nesting.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { isOwnAddress } from './address.ts';

export type IpcConnections = ReturnType<typeof createIpcConnections>;

type Connection = { readonly id: string; readonly receive: (message: unknown) => void; readonly hangUp: () => void };
type ServedPage = { readonly onConnection: (connection: Transport) => void; connection: Connection | null };

/**
 * Carries the contract over Electron's IPC. A message counts only if it comes from the top frame of a window of ours that
 * shows our own page, on the connection that page has opened.
 * @param onProblem called with the reason for a refusal, without content
 */
export function createIpcConnections(onProblem: (problem: string) => void) {
  const served = new Map<WebContents, ServedPage>();

  function senderOf(event: IpcMainEvent): ServedPage | null {
    const { sender, senderFrame } = event;
    const page = served.get(sender);
    if (page !== undefined && senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url)) {
      return page;
    }
    onProblem('A message from a page that is not ours was refused.');
    return null;
  }

  function open(sender: ServedPage, values: readonly unknown[], contents: WebContents): void {
    const [id] = values;
    if (values.length !== 1 || typeof id !== 'string' || id.length !== 36) {
      onProblem('A connection was refused because its request was malformed.');
      return;
    }
    // A reloaded page may connect before we hear that the one before it is gone.
    hangUp(sender);
    const { connection, transport } = createConnection(contents, id, () => {
      if (sender.connection === connection) {
        sender.connection = null;
      }
    });
    sender.connection = connection;
    sender.onConnection(transport);
  }

  function message(sender: ServedPage, values: readonly unknown[]): void {
    const [id, text] = values;
    // A page whose connection was closed may not have heard of it yet.
    if (sender.connection === null || sender.connection.id !== id) {
      return;
    }
    const parsed = values.length === 2 ? jsonIn(text) : undefined;
    if (parsed === undefined && isNestedTooDeep(text)) {
      onProblem('A message that is nested too deep was dropped.');
      return;
    }
    if (parsed === undefined) {
      const size = typeof text === 'string' ? ` of ${text.length} characters` : '';
      onProblem(`A message${size} was refused because it is too long or not JSON.`);
      hangUp(sender);
      return;
    }
    sender.connection.receive(parsed);
  }

  function close(sender: ServedPage, [id]: readonly unknown[]): void {
    if (sender.connection?.id === id) {
      hangUp(sender);
    }
  }

  const handlers = { open, message, close };
  const listeners = (['open', 'message', 'close'] as const).map((name) => {
    const listener = (event: IpcMainEvent, ...values: readonly unknown[]): void => {
      const sender = senderOf(event);
      if (sender !== null) {
        handlers[name](sender, values, event.sender);
      }
    };
    return [bridgeChannels[name], listener] as const;
  });
  for (const [channel, listener] of listeners) {
    ipcMain.on(channel, listener);
  }

  return {
    /** Hands each connection that the page in these contents opens from now on to `onConnection`, one at a time. */
    serve(contents: WebContents, onConnection: (connection: Transport) => void): void {
      const entry: ServedPage = { onConnection, connection: null };
      served.set(contents, entry);
      // Only once another page is there: a navigation that begins may still be refused.
      contents.on('did-navigate', () => hangUp(entry));
      contents.on('render-process-gone', () => hangUp(entry));
      contents.once('destroyed', () => {
        served.delete(contents);
        hangUp(entry);
      });
    },
    close(): void {
      for (const [channel, listener] of listeners) {
        ipcMain.off(channel, listener);
      }
      for (const entry of served.values()) {
        hangUp(entry);
      }
      served.clear();
    },
  };
}

function hangUp(served: ServedPage): void {
  served.connection?.hangUp();
}

function createConnection(contents: WebContents, id: string, onEnd: () => void) {
  const { deliver, closed, transport } = createEnd();
  let open = true;

  const send = (channel: string, ...values: readonly string[]): void => {
    if (!contents.isDestroyed()) {
      contents.send(channel, id, ...values);
    }
  };
  const end = (): void => {
    if (!open) {
      return;
    }
    open = false;
    send(bridgeChannels.close);
    onEnd();
    closed();
  };
  return {
    connection: { id, hangUp: end, receive: deliver },
    transport: {
      ...transport,
      send: (message: unknown): void => {
        if (open) {
          send(bridgeChannels.message, JSON.stringify(message));
        }
      },
      close: end,
    },
  };
}

/** Parses JSON, after measuring it, so that a text that is too long is never parsed. */
const jsonIn = (text: unknown): unknown => (isShort(text) ? parseJson(text) : undefined);

const isShort = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= maxMessageBytes && Buffer.byteLength(text) <= maxMessageBytes;

const isNestedTooDeep = (text: unknown): boolean => isShort(text) && jsonNesting(text) > maxNesting;
