import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type * as Electron from 'electron';
import { browser } from './browser.ts';
import { guarded } from './guarded.ts';

/** Throws until a test puts its own answer in its place. */
function unanswered(what: string): () => never {
  return () => {
    throw new Error(`Nobody is there to answer ${what}: a test has to put its own in its place.`);
  };
}

export const dialog = guarded('dialog', {
  showOpenDialog: unanswered('a dialog for opening'),
  showMessageBox: unanswered('a message'),
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Pick<Electron.Dialog, 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>);

export const shell = guarded('shell', {
  openExternal: unanswered('what opens an address'),
  showItemInFolder: unanswered('what shows a file'),
  openPath: unanswered('what opens a file'),
} satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder' | 'openPath'>);

const display = {
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
} satisfies Pick<Electron.Display, 'workArea' | 'bounds'>;

export const screen = guarded('screen', {
  getPrimaryDisplay: () => guarded('Display', display) as Electron.Display,
  getAllDisplays: () => [guarded('Display', display) as Electron.Display],
} satisfies Pick<Electron.Screen, 'getPrimaryDisplay' | 'getAllDisplays'>);

/** Electron's own updater, which only macOS uses; elsewhere its events are sent by hand. */
export const autoUpdater = new EventEmitter();
/** An image that knows only if its file was there. */
const imageOf = (isEmpty: boolean): Electron.NativeImage =>
  guarded('NativeImage', {
    isEmpty: () => isEmpty,
    resize: () => imageOf(isEmpty),
  } satisfies Pick<Electron.NativeImage, 'isEmpty' | 'resize'>) as unknown as Electron.NativeImage;

export const nativeImage = guarded('nativeImage', {
  createFromPath: (path: string) => imageOf(!existsSync(path)),
});

/** Tests send its events. */
export const powerMonitor = new EventEmitter();

let themeSource: Electron.NativeTheme['themeSource'] = 'system';
export const nativeTheme = guarded('nativeTheme', {
  get themeSource() {
    return themeSource;
  },
  set themeSource(theme) {
    themeSource = theme;
    browser.tell('theme', theme);
  },
  get shouldUseDarkColors() {
    return themeSource === 'dark';
  },
} satisfies Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>);
