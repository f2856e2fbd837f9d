import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { FrameAddress } from '../wire.ts';
import { browser } from './browser.ts';
import { guarded, preventable } from './guarded.ts';
import { ipcMain } from './ipc.ts';

type Members = 'id' | 'send' | 'isDestroyed' | 'getURL' | 'reload' | 'forcefullyCrashRenderer' | 'setWindowOpenHandler';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/**
 * The page of a window, as the main process sees it. The browser's side reports its events through the last six
 * methods.
 */
export function createContents(window: number, isDestroyed: () => boolean) {
  const events = new EventEmitter();
  let url = '';
  // Electron itself opens any window a page asks for, unless a handler denies it.
  let openHandler: OpenHandler = () => ({ action: 'allow' });

  const members = {
    id: window,
    isDestroyed,
    getURL: () => url,
    send: (channel: string, ...values: unknown[]) => {
      if (isDestroyed()) {
        throw new Error('Object has been destroyed');
      }
      browser.tell('to page', window, channel, structuredClone(values));
    },
    reload: () => browser.tell('reload', window),
    forcefullyCrashRenderer: () => browser.tell('crash', window),
    setWindowOpenHandler: (handler: OpenHandler) => {
      openHandler = handler;
    },
  } satisfies Pick<Electron.WebContents, Members>;

  const frameOf = (address: FrameAddress): object =>
    guarded('WebFrameMain', { url: address.url, parent: address.isTop ? null : {} });

  const contents = Object.assign(events, members, {
    at: (address: string) => {
      url = address;
    },
    received: (frame: FrameAddress, channel: string, values: unknown[]) => {
      ipcMain.emit(channel, guarded('IpcMainEvent', { sender: self, senderFrame: frameOf(frame) }), ...values);
    },
    /** False if a listener prevents the navigation. */
    mayLeadTo: (address: string, isMainFrame: boolean): boolean => {
      const facts = () =>
        preventable({ url: address, isMainFrame, isSameDocument: false, frame: null, initiator: null });
      events.emit('did-start-navigation', facts());
      const frame = facts();
      events.emit('will-frame-navigate', frame);
      const main = facts();
      if (isMainFrame) {
        events.emit('will-navigate', main, address);
      }
      return !frame.defaultPrevented && !main.defaultPrevented;
    },
    goesTo: (address: string): void => {
      url = address;
      events.emit('did-navigate', {}, address);
    },
    /** True if a listener lets the page close although it refuses. */
    mayUnload: (): boolean => {
      const event = preventable({});
      events.emit('will-prevent-unload', event);
      return event.defaultPrevented;
    },
    mayOpen: (address: string): boolean => {
      const details = { url: address, frameName: '', features: '', disposition: 'foreground-tab', referrer: {} };
      return openHandler(details as unknown as Electron.HandlerDetails).action === 'allow';
    },
  });
  const self = guarded('webContents', contents);
  return self;
}
export type StandInContents = ReturnType<typeof createContents>;
