import { type IpcMainEvent, ipcMain, type WebContents } from 'electron';
import { bridgeChannels } from '#shared/contract/wire/desktop-bridge.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import type { Transport } from '#shared/contract/wire/protocol.ts';
import { isOwnAddress } from './address.ts';

export type IpcLines = {
  /** From now on, lines that the page in these contents opens are handed to `onLine`, one at a time. */
  serve(contents: WebContents, onLine: (line: Transport) => void): void;
  /** Hangs up on every page and listens no more. */
  close(): void;
};

type Line = { readonly id: string; readonly receive: (message: unknown) => void; readonly hangUp: () => void };
type Served = { readonly onLine: (line: Transport) => void; line: Line | null };

/**
 * The contract over Electron's IPC, and the only file that listens to it. A message counts only if it comes from the
 * top frame of a window of ours that shows our own page, on the line that page has opened.
 *
 * @param onProblem told what was refused, without its content
 */
export function createIpcLines(onProblem: (problem: string) => void): IpcLines {
  const served = new Map<WebContents, Served>();

  function senderOf(event: IpcMainEvent): Served | null {
    const { sender, senderFrame } = event;
    const known = served.get(sender);
    if (known !== undefined && senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url)) {
      return known;
    }
    onProblem('A message from a page that is not ours was refused.');
    return null;
  }

  function open(event: IpcMainEvent, ...given: readonly unknown[]): void {
    const sender = senderOf(event);
    const [id] = given;
    if (sender === null) {
      return;
    }
    if (given.length !== 1 || typeof id !== 'string' || id.length !== 36) {
      onProblem('A line was refused because it was not asked for as agreed.');
      return;
    }
    // A page that was loaded anew may be faster than the news that the one before it is gone.
    hangUp(sender);
    const { line, transport } = createLine(event.sender, id, () => {
      if (sender.line === line) {
        sender.line = null;
      }
    });
    sender.line = line;
    sender.onLine(transport);
  }

  function message(event: IpcMainEvent, ...given: readonly unknown[]): void {
    const sender = senderOf(event);
    const [id, text] = given;
    // A page that was hung up on has perhaps not heard of it yet.
    if (sender === null || sender.line === null || sender.line.id !== id) {
      return;
    }
    const parsed = given.length === 2 ? parsedOrNull(text) : null;
    if (parsed === null) {
      const size = typeof text === 'string' ? ` of ${text.length} characters` : '';
      onProblem(`A message${size} was refused because it is too long or not JSON.`);
      hangUp(sender);
      return;
    }
    sender.line.receive(parsed.value);
  }

  function close(event: IpcMainEvent, ...given: readonly unknown[]): void {
    const sender = senderOf(event);
    if (sender?.line && sender.line.id === given[0]) {
      hangUp(sender);
    }
  }

  const listeners = [
    [bridgeChannels.open, open],
    [bridgeChannels.message, message],
    [bridgeChannels.close, close],
  ] as const;
  for (const [channel, listener] of listeners) {
    ipcMain.on(channel, listener);
  }

  return {
    serve(contents, onLine) {
      const entry: Served = { onLine, line: null };
      served.set(contents, entry);
      contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) {
          hangUp(entry);
        }
      });
      contents.on('render-process-gone', () => hangUp(entry));
      contents.once('destroyed', () => {
        served.delete(contents);
        hangUp(entry);
      });
    },
    close() {
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

function hangUp(served: Served): void {
  served.line?.hangUp();
}

function createLine(contents: WebContents, id: string, onEnd: () => void): { line: Line; transport: Transport } {
  const messages = new Set<(message: unknown) => void>();
  const closes = new Set<() => void>();
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
    for (const listener of closes) {
      listener();
    }
    messages.clear();
    closes.clear();
  };
  return {
    line: {
      id,
      hangUp: end,
      receive: (message) => {
        for (const listener of messages) {
          listener(message);
        }
      },
    },
    transport: {
      send: (message) => {
        if (open) {
          send(bridgeChannels.message, JSON.stringify(message));
        }
      },
      onMessage: (listener) => {
        messages.add(listener);
        return () => messages.delete(listener);
      },
      onClose: (listener) => {
        closes.add(listener);
        return () => closes.delete(listener);
      },
      close: end,
    },
  };
}

/** Measured before it is read: what is too long is not even looked at. */
function parsedOrNull(text: unknown): { readonly value: unknown } | null {
  if (typeof text !== 'string' || text.length > maxMessageBytes || Buffer.byteLength(text) > maxMessageBytes) {
    return null;
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
