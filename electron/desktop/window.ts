import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { pageAddress } from './address.ts';
import { placeOn, smallest, type WindowState, type WindowStateFile } from './window-state.ts';

/** The page's background colours, so that nothing flashes before it is loaded. */
const background = { light: '#fcfbf8', dark: '#1e1d1b' } as const;
const keepAfterMs = 500;
const longestHiddenMs = 2000;

export type WindowOptions = {
  readonly preload: string;
  readonly state: WindowState | null;
  readonly log: Ports['log'];
};

/** Creates a window with everything off that its page doesn't need. It appears once the page is ready. */
export function createWindow({ preload, state }: WindowOptions): BrowserWindow {
  const workAreas = [
    screen.getPrimaryDisplay().workArea,
    ...screen.getAllDisplays().map((display) => display.workArea),
  ];
  const window = new BrowserWindow({
    ...placeOn(workAreas, state),
    minWidth: smallest.width,
    minHeight: smallest.height,
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
  if (state?.maximized) {
    window.maximize();
  }
  const show = (): void => {
    clearTimeout(timer);
    if (!window.isDestroyed() && !window.isVisible()) {
      window.show();
    }
  };
  // Under Wayland `ready-to-show` may never come (electron#48859).
  const timer = setTimeout(show, longestHiddenMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  return window;
}

export function loadPage(window: BrowserWindow, log: Ports['log']): void {
  window.loadURL(pageAddress).catch((error: unknown) => {
    log('error', `The page could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    // A blank window that never appears would be worse than one that can be seen and closed.
    if (!window.isDestroyed()) {
      window.show();
    }
  });
}

/** Saves the window's place, a moment after it moves and at once when it closes. Returns a wait for the last save. */
export function followWindow(window: BrowserWindow, file: WindowStateFile, log: Ports['log']): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    writing = writing.then(() => file.keep(state)).catch(() => log('warn', 'Where the window was could not be kept.'));
  };
  const keepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, keepAfterMs);
  };
  window.on('resize', keepSoon);
  window.on('move', keepSoon);
  window.on('maximize', keepSoon);
  window.on('unmaximize', keepSoon);
  window.on('close', keep);
  window.once('closed', () => clearTimeout(timer));
  return () => writing;
}
