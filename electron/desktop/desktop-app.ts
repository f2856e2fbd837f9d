import { join } from 'node:path';
import { app, dialog, Menu, nativeTheme, session } from 'electron';
import type { AppFiles } from '#node/app-folder.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import { startEngine } from '../start-engine.ts';
import { declareScheme, serveInterface } from './app-protocol.ts';
import { createDesktopShell } from './desktop-shell.ts';
import { createIpcLines } from './ipc-transport.ts';
import { type MainWindow, openMainWindow } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { type Opening, openingFrom, openingOf } from './open-requests.ts';
import { lockSession } from './security.ts';
import { createWindowStateFile } from './window-state.ts';

export type DesktopOptions = {
  readonly files: AppFiles;
  readonly dataFolder: string;
  /** Path of the built preload script. */
  readonly preload: string;
  readonly argv: readonly string[];
  /** Folder that a relative path among the arguments is meant from. */
  readonly folder: string;
  /** What Electron may have been given as the app. */
  readonly appPaths: readonly string[];
  readonly platform: NodeJS.Platform;
};

/** However long a disk takes, the process ends some day. Writes take milliseconds; looking after them, two seconds. */
const longestEndMs = 15_000;
const itself = { caller: 'desktop', cancelled: () => false, progress: () => {} };

/** Runs the desktop app: one per data folder, with one window, over the engine that all hosts share. */
export function runDesktop(options: DesktopOptions): void {
  const { files, platform } = options;
  app.setName('Contexture');
  app.setPath('userData', join(options.dataFolder, 'desktop'));
  const given = openingOf(options.argv, options.folder, options.appPaths);
  if (!app.requestSingleInstanceLock(given ?? {})) {
    process.stdout.write('Contexture is open already; its window comes to the front.\n');
    app.quit();
    return;
  }
  declareScheme();

  const { engine, ports, log } = startEngine(
    files,
    options.dataFolder,
    createDesktopShell((caller) => (main?.caller === caller ? main.window : null)),
  );
  const lines = createIpcLines((problem) => log('warn', problem));
  const setAside: string[] = [];
  const stateFile = createWindowStateFile(ports, (path) => setAside.push(path));
  let main: MainWindow | null = null;
  let undoRedo: UndoRedo = { undo: null, redo: null };
  let windows = 0;
  let quitting = false;
  let kept = Promise.resolve();
  let atStart: Opening | null = given;
  let opened = Promise.resolve();

  const quit = (): void => {
    quitting = true;
    app.quit();
  };

  async function showWindow(): Promise<void> {
    const state = await stateFile.read();
    if (main !== null) {
      main.focus();
      return;
    }
    windows += 1;
    main = openMainWindow({
      engine,
      lines,
      log,
      state,
      stateFile,
      preload: options.preload,
      caller: `window-${windows}`,
      opened: () => opened,
      onKeptOpen: () => {
        quitting = false;
      },
      isQuitting: () => quitting,
      onTakeBack: (next) => {
        if (next.undo?.label !== undoRedo.undo?.label || next.redo?.label !== undoRedo.redo?.label) {
          undoRedo = next;
          void refreshMenu();
        }
      },
      onMayClose: (forQuit) => (forQuit ? quit() : main?.window.close()),
      onClosed: (last) => {
        main = null;
        kept = last;
      },
    });
    for (const path of setAside.splice(0)) {
      main.notify(`Where the window was could not be read. That file was set aside as ${path}.`);
    }
  }

  /** Something to open that came from outside the window, at any time of its life. */
  async function open(opening: Opening): Promise<void> {
    if (!app.isReady()) {
      atStart = opening;
      return;
    }
    const told = main !== null && ('path' in opening ? main.openPath(opening.path) : main.run('open-sample'));
    if (!told) {
      // A page that is still to come asks what to show.
      opened = engine.openAtStart(opening);
    }
    await showWindow();
  }

  async function refreshMenu(): Promise<void> {
    const { places } = await engine.call('workspaces.recent', {}, itself);
    const template = menuTemplate({
      platform,
      recent: places,
      undoRedo,
      run: (item) => void (main === null ? showWindow() : main.run(item)),
      openPath: (path) => void open({ path }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  async function start(): Promise<void> {
    app.setAboutPanelOptions({ applicationName: 'Contexture', applicationVersion: files.version });
    serveInterface(session.defaultSession, files.rendererFolder);
    lockSession(session.defaultSession, log);
    engine.subscribe(({ event, data }) => {
      if (event === 'preferences.changed') {
        nativeTheme.themeSource = data.preferences.theme;
      } else if (event === 'recent.changed') {
        void refreshMenu();
      }
    });
    const { preferences, recent } = await engine.call('app.start', {}, itself);
    nativeTheme.themeSource = preferences.theme;
    const last = recent.find((place) => place.modifiedAt !== null);
    opened = engine.openAtStart(atStart ?? (last === undefined ? null : { path: last.path }));
    await Promise.all([showWindow(), refreshMenu()]);
  }

  app.on('second-instance', (_event, _argv, _folder, data) => {
    const opening = openingFrom(data);
    void (opening === null ? showWindow() : open(opening));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void open({ path });
  });
  app.on('activate', () => void showWindow());
  app.on('window-all-closed', () => {
    if (platform !== 'darwin' || quitting) {
      quit();
    }
  });
  app.on('before-quit', () => {
    quitting = true;
  });
  app.once('will-quit', (event) => {
    event.preventDefault();
    lines.close();
    const done = Promise.all([engine.close(), kept]).catch((error: unknown) => log('error', `At the end: ${error}`));
    const longest = new Promise((resolve) => setTimeout(resolve, longestEndMs));
    void Promise.race([done, longest]).then(() => app.exit(0));
  });
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      log('error', `Contexture could not start: ${message}`);
      dialog.showErrorBox('Contexture could not start', message);
      app.exit(1);
    });
}
