import { EventEmitter } from 'node:events';

export type SenderFrame = { readonly url: string; readonly parent: object | null };

/**
 * Electron's IPC between a main process and pages, as far as the contract's transport uses it: values are copied on
 * their way and arrive later, in order.
 */
export function createElectronIpc() {
  const ipcMain = new EventEmitter();

  /** A window's page, and its message channels. */
  function createPage(url = 'app://contexture/') {
    const renderer = new EventEmitter();
    let destroyed = false;
    const contents = Object.assign(new EventEmitter(), {
      isDestroyed: () => destroyed,
      send: (channel: string, ...values: unknown[]) => {
        const copies = structuredClone(values);
        setImmediate(() => renderer.emit(channel, {}, ...copies));
      },
    });
    /** Sends as a page's preload script does, from any frame. */
    const sendFrom = (senderFrame: SenderFrame | null, channel: string, ...values: unknown[]): void => {
      const copies = structuredClone(values);
      setImmediate(() => ipcMain.emit(channel, { sender: contents, senderFrame }, ...copies));
    };
    const ipcRenderer = {
      on: (channel: string, listener: (...values: never[]) => void) =>
        renderer.on(channel, listener as (...values: unknown[]) => void),
      send: (channel: string, ...values: unknown[]) => sendFrom({ url, parent: null }, channel, ...values),
    };
    return {
      contents,
      ipcRenderer,
      sendFrom,
      destroy: () => {
        destroyed = true;
        contents.emit('destroyed');
      },
    };
  }
  return { ipcMain, createPage };
}
type ElectronIpc = ReturnType<typeof createElectronIpc>;
export type IpcPage = ReturnType<ElectronIpc['createPage']>;
