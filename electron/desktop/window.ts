import { BrowserWindow, Menu, nativeTheme, screen } from 'electron';
import type { Ports } from '#engine/ports.ts';
import type { ViewId } from '#shared/views.ts';
import { pageAddress } from './address.ts';
import { textMenuTemplate } from './menu.ts';
import { boundsOn, minSize, type WindowPlace } from './window-state.ts';

/** The page's background colours, so that nothing flashes before it is loaded. */
const background = { light: '#fcfbf8', dark: '#1e1d1b' } as const;
const saveDelayMs = 500;
const showTimeoutMs = 2000;

export type WindowOptions = {
  readonly preload: string;
  readonly place: WindowPlace | null;
  /** Bounds of the other windows. */
  readonly taken: readonly Electron.Rectangle[];
  readonly log: Ports['log'];
};

/** Creates a window with all web features off that its page doesn't need. It appears once the page is ready. */
export function createWindow({ preload, place, taken }: Omit<WindowOptions, 'log'>): BrowserWindow {
  const workAreas = [
    screen.getPrimaryDisplay().workArea,
    ...screen.getAllDisplays().map((display) => display.workArea),
  ];
  const window = new BrowserWindow({
    ...boundsOn(workAreas, place, taken),
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: 'Contexture',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      plugins: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      // The spellchecker fetches dictionaries from the network, and people's texts are private.
      spellcheck: false,
    },
  });
  if (place?.maximized) {
    window.maximize();
  }
  const show = (): void => {
    clearTimeout(timer);
    if (!window.isDestroyed() && !window.isVisible()) {
      window.show();
    }
  };
  // Under Wayland `ready-to-show` may never come (electron#48859).
  const timer = setTimeout(show, showTimeoutMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.webContents.on('context-menu', (_event, params) => {
    const template = textMenuTemplate(params);
    if (template.length > 0) {
      Menu.buildFromTemplate(template).popup({ window });
    }
  });
  return window;
}

/** @param view view to begin with, which the page reads from its address; null for the usual one */
export function loadPage(window: BrowserWindow, log: Ports['log'], view: ViewId | null): void {
  window.loadURL(view === null ? pageAddress : `${pageAddress}#${view}`).catch((error: unknown) => {
    log('error', `The page could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    // A blank window that never appears would be worse than one that can be seen and closed.
    if (!window.isDestroyed()) {
      window.show();
    }
  });
}

/** Keeps the window's place soon after it moves, and when it closes. Returns a function that awaits the last one kept. */
export function keepWindowPlace(
  window: BrowserWindow,
  keep: (place: WindowPlace) => Promise<void>,
): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writing = keep({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, saveDelayMs);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
  window.once('closed', () => clearTimeout(timer));
  return () => writing;
}
