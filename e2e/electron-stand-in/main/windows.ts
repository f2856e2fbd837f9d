import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { FrameAddress } from '../wire.ts';
import { answers, browser } from './browser.ts';
import { createContents, type StandInContents } from './contents.ts';
import { guarded, preventable } from './guarded.ts';

type Members =
  | 'id'
  | 'show'
  | 'focus'
  | 'close'
  | 'destroy'
  | 'loadURL'
  | 'isDestroyed'
  | 'isVisible'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'isMaximized'
  | 'maximize'
  | 'unmaximize'
  | 'getBounds'
  | 'setBounds'
  | 'getNormalBounds'
  | 'getMinimumSize';

const windows = new Map<number, StandInWindow>();
let focused: StandInWindow | null = null;
let lastId = 0;
let lastClosed = (): void => {};

export function whenLastCloses(listener: () => void): void {
  lastClosed = listener;
}

let contentsMade = (_contents: StandInContents): void => {};

export function whenContentsAreMade(listener: (contents: StandInContents) => void): void {
  contentsMade = listener;
}

export function openWindows(): StandInWindow[] {
  return [...windows.values()];
}

/** Options of each window made, inspected by tests. */
export const windowOptions: Electron.BrowserWindowConstructorOptions[] = [];

class StandInWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Members> {
  static getAllWindows = openWindows;
  static getFocusedWindow = (): StandInWindow | null => focused;

  readonly id: number;
  readonly webContents: StandInContents;
  private readonly given: Electron.BrowserWindowConstructorOptions;
  private bounds: Electron.Rectangle;
  private destroyed = false;
  private visible = false;
  private minimized = false;
  private maximized = false;
  private readonly made: Promise<unknown>;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    lastId += 1;
    this.id = lastId;
    this.given = options;
    const { x = 100, y = 100, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    windowOptions.push(options);
    this.webContents = createContents(this.id, () => this.destroyed);
    contentsMade(this.webContents);
    this.made = browser.call('make window', this.id, options.webPreferences?.preload ?? null);
    const self = guarded('BrowserWindow', this);
    windows.set(this.id, self);
    // biome-ignore lint/correctness/noConstructorReturn: a missing member has to throw on the window itself, too.
    return self;
  }

  async loadURL(url: string): Promise<void> {
    await this.made;
    await browser.call('load', this.id, url);
    this.webContents.at(url);
    if (!this.destroyed) {
      this.webContents.emit('did-finish-load', {});
    }
    if (!this.destroyed && !process.env['STAND_IN_NEVER_READY']) {
      this.emit('ready-to-show', {});
    }
  }

  show(): void {
    this.visible = true;
    browser.tell('show', this.id);
    this.emit('show', {});
    this.focus();
  }

  focus(): void {
    if (focused?.id !== this.id) {
      focused?.emit('blur', {});
      focused = windows.get(this.id) ?? null;
      this.emit('focus', {});
    }
  }

  close(): void {
    void this.closed();
  }

  /** Asks the app and then the page, as Electron does. Resolves to false if one of them keeps the window open. */
  async closed(): Promise<boolean> {
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented || !(this.destroyed || (await browser.call('unload', this.id)))) {
      return false;
    }
    this.destroy();
    return true;
  }

  destroy(): void {
    if (this.destroyed) {
      return;
    }
    this.destroyed = true;
    windows.delete(this.id);
    focused = focused?.id === this.id ? null : focused;
    browser.tell('close window', this.id);
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (windows.size === 0) {
      setImmediate(() => lastClosed());
    }
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  isVisible(): boolean {
    return this.visible;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  minimize(): void {
    this.minimized = true;
  }

  restore(): void {
    this.minimized = false;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  maximize(): void {
    this.maximized = true;
    this.emit('maximize', {});
  }

  unmaximize(): void {
    this.maximized = false;
    this.emit('unmaximize', {});
  }

  getBounds(): Electron.Rectangle {
    return { ...this.bounds };
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.bounds };
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.emit('move', {});
    this.emit('resize', {});
  }

  getMinimumSize(): number[] {
    return [this.given.minWidth ?? 0, this.given.minHeight ?? 0];
  }
}

export const BrowserWindow = StandInWindow;

answers['page sends'] = (window: number, frame: FrameAddress, channel: string, values: unknown[]) => {
  windows.get(window)?.webContents.received(frame, channel, values);
};
answers['page leads to'] = (window: number, url: string, isMainFrame: boolean) =>
  windows.get(window)?.webContents.mayLeadTo(url, isMainFrame) ?? false;
answers['page goes to'] = (window: number, url: string) => windows.get(window)?.webContents.goesTo(url);
answers['page prevents unload'] = (window: number) => windows.get(window)?.webContents.mayUnload() ?? true;
answers['page opens'] = (window: number, url: string) => windows.get(window)?.webContents.mayOpen(url) ?? false;
answers['page crashed'] = (window: number) =>
  windows.get(window)?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
