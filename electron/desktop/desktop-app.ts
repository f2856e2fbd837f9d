import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, Menu, nativeTheme, powerMonitor, session } from 'electron';
import { type AppFiles, findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { NewsTarget } from '#shared/contract/features/notifications.ts';
import { startEngine } from '../start-engine.ts';
import { terminal } from '../terminal.ts';
import { isDevelopment } from './address.ts';
import { declareScheme, serveInterface } from './app-protocol.ts';
import { type Background, createBackground } from './background.ts';
import { askInDialog, createDesktopShell } from './desktop-shell.ts';
import { createIpcConnections } from './ipc-transport.ts';
import { type MainWindow, openMainWindow } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { type OpenRequest, openingFrom, openingOf } from './open-requests.ts';
import { lockAllContents, lockSession } from './security.ts';
import { createWindowStateFile } from './window-state.ts';

/** Milliseconds after which the process ends even if the disk hangs. Writes take milliseconds, their second look two seconds. */
const longestEndMs = 15_000;
const reportEveryMs = 60_000;
const callContext = { caller: 'desktop', cancelled: () => false, progress: () => {} };

/** Runs the desktop app: one per data folder, with one window. @param mainUrl URL of the script Electron has started */
export function runDesktop(mainUrl: string): void {
  const files = findAppFiles(mainUrl);
  const folder = dataFolder();
  app.setName('Contexture');
  // Names the app in the taskbar and in notifications of Windows, as its package does.
  app.setAppUserModelId('app.contexture.desktop');
  app.setPath('userData', join(folder, 'desktop'));
  // Electron may have been given the app as its folder, or as that script.
  const opening = openingOf(process.argv, process.cwd(), [files.folder, fileURLToPath(mainUrl)]);
  if (!app.requestSingleInstanceLock(opening ?? {})) {
    terminal.write('Contexture is open already; its window comes to the front.\n');
    app.quit();
    return;
  }
  // Sandbox every page's process, whatever its window asks for. It would take the switch of a person away who has none.
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    app.enableSandbox();
  }
  declareScheme();
  const desktop = new DesktopApp(files, folder, fileURLToPath(new URL('../preload/preload.cjs', mainUrl)), opening);
  desktop.listen();
  app
    .whenReady()
    .then(() => desktop.start())
    .catch((error: unknown) => desktop.fail(error));
}

/** Delays the end of the system until writes under way are done. Electron's type leaves the event out. */
function quitFirst(event: { preventDefault(): void }): void {
  event.preventDefault();
  app.quit();
}

class DesktopApp {
  readonly #files: AppFiles;
  readonly #preload: string;
  readonly #started: ReturnType<typeof startEngine>;
  readonly #connections: ReturnType<typeof createIpcConnections>;
  readonly #stateFile: ReturnType<typeof createWindowStateFile>;
  readonly #setAside: string[] = [];
  #main: MainWindow | null = null;
  #background: Background | null = null;
  #undoRedo: UndoRedo = { undo: null, redo: null };
  #windows = 0;
  #isQuitting = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** False until the memory to begin with is chosen. */
  #hasStarted = false;
  #saved = Promise.resolve();
  #atStart: OpenRequest | null;
  #opened = Promise.resolve();

  constructor(files: AppFiles, folder: string, preload: string, atStart: OpenRequest | null) {
    const shell = createDesktopShell((caller) => (this.#main?.caller === caller ? this.#main.window : null));
    this.#files = files;
    this.#preload = preload;
    this.#atStart = atStart;
    this.#started = startEngine(files, folder, { desktopShell: shell, person: askInDialog });
    this.#connections = createIpcConnections((problem) => this.#started.log('warn', problem));
    this.#stateFile = createWindowStateFile(this.#started.ports, (path) => this.#setAside.push(path));
  }

  async start(): Promise<void> {
    const { engine, log } = this.#started;
    app.setAboutPanelOptions({ applicationName: 'Contexture', applicationVersion: this.#files.version });
    serveInterface(session.defaultSession, this.#files.rendererFolder);
    lockSession(session.defaultSession, log);
    lockAllContents(log);
    powerMonitor.on('shutdown', quitFirst as () => void);
    engine.subscribe(({ event, data }) => {
      if (event === 'preferences.changed') {
        nativeTheme.themeSource = data.preferences.theme;
      } else if (event === 'recent.changed') {
        void this.#refreshMenu();
      }
    });
    const { preferences, recent } = await engine.call('app.start', {}, callContext);
    this.#hasStarted = true;
    nativeTheme.themeSource = preferences.theme;
    const last = recent.find((place) => place.modifiedAt !== null);
    this.#opened = engine.openAtStart(this.#atStart ?? (last === undefined ? null : { path: last.path }));
    const background = this.#createBackground(preferences);
    this.#background = background;
    await Promise.all([background.startsHidden() ? null : this.#showWindow(), this.#refreshMenu()]);
    await this.#opened;
    await background.start().catch((error: unknown) => log('error', `News are not followed: ${error}`));
  }

  #createBackground(preferences: Preferences): Background {
    const { engine, ports } = this.#started;
    const options = {
      engine,
      ports,
      folder: this.#files.folder,
      open: (target: NewsTarget) => void this.#lead(target),
      show: () => void this.#showWindow(),
      quit: () => this.#quit(),
      warn: (message: string) => this.#main?.notify(message),
    };
    return createBackground(options, preferences);
  }

  /** Opens the window at what a notification is about. */
  async #lead(target: NewsTarget): Promise<void> {
    if (this.#main === null && target.path !== null) {
      this.#opened = this.#started.engine.openAtStart({ path: target.path });
    }
    await this.#showWindow();
    this.#main?.lead(target);
  }

  fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#started.log('error', `Contexture could not start: ${message}`);
    dialog.showErrorBox('Contexture could not start', message);
    app.exit(1);
  }

  listen(): void {
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const opening = openingFrom(data);
      void (opening === null ? this.#showWindow() : this.#open(opening));
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      void this.#open({ path });
    });
    app.on('activate', () => void this.#showWindow());
    app.on('window-all-closed', () => {
      const livesOn = process.platform === 'darwin' || this.#background?.keepsRunning() === true;
      if (livesOn && !this.#isQuitting) {
        this.#background?.windowsClosed();
      } else {
        this.#quit();
      }
    });
    // Electron's own handlers end the app at a second signal, while the page still asks the person.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => app.quit());
    }
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => this.#report(error));
    }
    app.on('child-process-gone', (_event, { type, reason }) => {
      if (reason !== 'clean-exit') {
        this.#started.log('error', `A process of the kind ${type} ended: ${reason}`);
      }
    });
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
    app.once('will-quit', (event) => {
      event.preventDefault();
      this.#end();
    });
  }

  /** Logs a mistake of ours without its message, which may have somebody's text in it, and says so once a minute. */
  #report(error: unknown): void {
    const { name, stack = '' } = error instanceof Error ? error : new Error('Something else was thrown');
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    this.#started.log('error', `A mistake inside Contexture: ${name}${frames.slice(0, 8).join('')}`);
    if (!this.#hasStarted) {
      this.fail(error);
    } else if (Date.now() - this.#reportedAt > reportEveryMs) {
      this.#reportedAt = Date.now();
      this.#main?.notify('Something went wrong inside Contexture. Nothing that was saved is lost; the log says more.');
    }
  }

  #quit(): void {
    this.#isQuitting = true;
    app.quit();
  }

  /** Waits for writes under way, but not for ever. */
  #end(): void {
    const { engine, log } = this.#started;
    this.#connections.close();
    const done = Promise.all([engine.close(), this.#saved]).catch((error: unknown) =>
      log('error', `At the end: ${error}`),
    );
    const longest = new Promise((resolve) => setTimeout(resolve, longestEndMs));
    void Promise.race([done, longest]).then(() => app.exit(0));
  }

  async #showWindow(): Promise<void> {
    const state = await this.#stateFile.read();
    if (this.#main !== null) {
      this.#main.focus();
      return;
    }
    this.#windows += 1;
    const main = openMainWindow({
      engine: this.#started.engine,
      connections: this.#connections,
      log: this.#started.log,
      state,
      stateFile: this.#stateFile,
      preload: this.#preload,
      caller: `window-${this.#windows}`,
      opened: () => this.#opened,
      onKeptOpen: () => {
        this.#isQuitting = false;
      },
      isQuitting: () => this.#isQuitting,
      onUndoRedo: (next) => this.#follow(next),
      onStartWithout: () => {
        this.#opened = this.#started.engine.openAtStart(null);
        this.#main = null;
        // Another window, since this one's page remembers what was open.
        void this.#showWindow().then(() => main.window.destroy());
      },
      onMayClose: (forQuit) => (forQuit ? this.#quit() : this.#main?.window.close()),
      onClosed: (last) => {
        this.#main = this.#main === main ? null : this.#main;
        this.#saved = last;
      },
    });
    this.#main = main;
    for (const path of this.#setAside.splice(0)) {
      main.notify(`Where the window was could not be read. That file was set aside as ${path}.`);
    }
  }

  /** Names the next changes to undo and redo in the menu. */
  #follow(next: UndoRedo): void {
    const { undo, redo } = this.#undoRedo;
    if (next.undo?.label !== undo?.label || next.redo?.label !== redo?.label) {
      this.#undoRedo = next;
      void this.#refreshMenu();
    }
  }

  /** Opens a path or the sample on a request from outside the window, at any time. */
  async #open(opening: OpenRequest): Promise<void> {
    if (!this.#hasStarted) {
      this.#atStart = opening;
      return;
    }
    const main = this.#main;
    const isHandled = main !== null && ('path' in opening ? main.openPath(opening.path) : main.run('open-sample'));
    if (!isHandled) {
      // A page that isn't loaded yet will ask what to show.
      this.#opened = this.#started.engine.openAtStart(opening);
    }
    await this.#showWindow();
  }

  async #refreshMenu(): Promise<void> {
    const { places } = await this.#started.engine.call('workspaces.recent', {}, callContext);
    const template = menuTemplate({
      platform: process.platform,
      isDevelopment,
      recent: places,
      undoRedo: this.#undoRedo,
      run: (item) => void (this.#main === null ? this.#showWindow() : this.#main.run(item)),
      openPath: (path) => void this.#open({ path }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
}
