import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, Menu, nativeTheme, powerMonitor, session } from 'electron';
import { type AppFiles, findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { NewsTarget } from '#shared/contract/features/notifications.ts';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { startEngine } from '../start-engine.ts';
import { terminal } from '../terminal.ts';
import { isDevelopment } from './address.ts';
import { declareScheme, serveInterface } from './app-protocol.ts';
import { type Background, createBackground } from './background.ts';
import { askInDialog, createDesktopShell, createQuestion } from './desktop-shell.ts';
import { createIpcConnections } from './ipc-transport.ts';
import type { MainWindow } from './main-window.ts';
import { dockTemplate, jumpListOf, menuTemplate } from './menu.ts';
import { linkScheme, readLink } from './open-links.ts';
import { type OpenRequest, openingFrom, openingOf } from './open-requests.ts';
import { lockAllContents, lockSession } from './security.ts';
import { createDesktopUpdates, type DesktopUpdates } from './updates.ts';
import { createWindowStates, type WindowStates } from './window-state.ts';
import { createWindows, type Windows } from './windows.ts';

/** Milliseconds after which the process ends even if the disk hangs. Writes take milliseconds, their second look two seconds. */
const longestEndMs = 15_000;
const reportEveryMs = 60_000;
const mayOpenMemory = createQuestion('Open');
const callContext = { caller: 'desktop', cancelled: () => false, progress: () => {} };

/** Runs the desktop app: one per data folder, with a window for each memory. @param mainUrl URL of the script Electron has started */
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
  readonly #started: ReturnType<typeof startEngine>;
  readonly #connections: ReturnType<typeof createIpcConnections>;
  readonly #states: WindowStates;
  readonly #windows: Windows;
  readonly #updates: DesktopUpdates;
  readonly #setAside: string[] = [];
  #background: Background | null = null;
  #undoRedo: UndoRedo = { undo: null, redo: null };
  #isQuitting = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** False until the memory to begin with is chosen. */
  #hasStarted = false;
  #atStart: OpenRequest | null;

  constructor(files: AppFiles, folder: string, preload: string, atStart: OpenRequest | null) {
    const shell = createDesktopShell((caller) => this.#windows.of(caller)?.window ?? null);
    this.#files = files;
    this.#atStart = atStart;
    this.#updates = createDesktopUpdates(files, (level, message) => this.#started.log(level, message));
    const releases = this.#updates.source;
    this.#started = startEngine(files, folder, { desktopShell: shell, person: askInDialog, releases });
    this.#connections = createIpcConnections((problem) => this.#started.log('warn', problem));
    this.#states = createWindowStates(this.#started.ports, (path) => this.#setAside.push(path));
    this.#windows = createWindows({
      engine: this.#started.engine,
      connections: this.#connections,
      log: this.#started.log,
      preload,
      states: this.#states,
      isQuitting: () => this.#isQuitting,
      onKeptOpen: () => {
        this.#isQuitting = false;
      },
      quit: () => this.#quit(),
      goOnQuitting: () => {
        this.#updates.goesOn();
        this.#quit();
      },
      onSessionEnd: () => {
        this.#updates.quits();
        this.#end();
      },
      onUndoRedo: (next) => this.#follow(next),
    });
  }

  async start(): Promise<void> {
    const { engine, ports, log } = this.#started;
    app.setAboutPanelOptions({ applicationName: 'Contexture', applicationVersion: this.#files.version });
    serveInterface(session.defaultSession, this.#files.rendererFolder);
    lockSession(session.defaultSession, log);
    lockAllContents(log);
    powerMonitor.on('shutdown', quitFirst as () => void);
    powerMonitor.on('resume', () => void engine.lookAgain());
    engine.subscribe(({ event, data }) => {
      if (event === 'preferences.changed') {
        nativeTheme.themeSource = data.preferences.theme;
      } else if (event === 'recent.changed') {
        void this.#refreshMenu();
      }
    });
    const { preferences, recent } = await engine.call('app.start', {}, callContext);
    const wereOpen = await this.#states.read();
    this.#hasStarted = true;
    nativeTheme.themeSource = preferences.theme;
    const background = this.#createBackground(preferences);
    this.#background = background;
    const link = this.#atStart !== null && 'link' in this.#atStart ? this.#atStart.link : null;
    const opened = this.#openFirst(wereOpen, recent, background.startsHidden());
    for (const path of this.#setAside.splice(0)) {
      this.#windows.latest()?.notify(`Where the windows were could not be read. That file was set aside as ${path}.`);
    }
    await Promise.all([this.#refreshMenu(), ports.keepLauncher()]);
    if (app.isPackaged) {
      app.setAsDefaultProtocolClient(linkScheme);
    }
    if (link !== null) {
      await this.#openLink(link);
    }
    await opened;
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
      warn: (message: string) => this.#windows.latest()?.notify(message),
    };
    return createBackground(options, preferences);
  }

  /** Opens a window at what a notification is about. */
  async #lead(target: NewsTarget): Promise<void> {
    const main =
      target.path === null ? await this.#showWindow() : await this.#windows.open({ path: target.path }, 'beside');
    main?.lead(target);
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
      void (opening === null ? this.#showWindow() : this.#open(opening, 'beside'));
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      void this.#open({ path }, 'beside');
    });
    app.on('open-url', (event, link) => {
      event.preventDefault();
      void this.#open({ link }, 'beside');
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
      this.#updates.quits();
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
      this.#windows
        .latest()
        ?.notify('Something went wrong inside Contexture. Nothing that was saved is lost; the log says more.');
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
    const done = Promise.all([engine.close(), this.#windows.saved()]).catch((error: unknown) =>
      log('error', `At the end: ${error}`),
    );
    const longest = new Promise((resolve) => setTimeout(resolve, longestEndMs));
    void Promise.race([done, longest])
      .then(this.#updates.finish)
      .finally(() => app.exit(0));
  }

  /** Opens the windows of the last time, or of what was asked for. Resolves once their memories are open. */
  async #openFirst(wereOpen: readonly string[], recent: readonly MemoryPlace[], isHidden = false): Promise<void> {
    const there = recent.filter((place) => place.modifiedAt !== null).map(({ path }) => path);
    const again = wereOpen.filter((path) => there.includes(path));
    const paths = again.length > 0 ? again : there.slice(0, 1);
    const atStart = this.#atStart !== null && !('link' in this.#atStart) ? this.#atStart : null;
    const requests = atStart === null && paths.length > 0 ? paths.map((path) => ({ path })) : [atStart];
    this.#atStart = null;
    const opening = requests.map((request) => {
      const opened = this.#started.engine.openAtStart(request);
      if (!isHidden) {
        this.#windows.create(opened, request !== null && 'path' in request ? request.path : null);
      }
      return opened;
    });
    await Promise.all(opening);
  }

  /** Brings the window used last to the front, or opens one on the memory opened last. */
  async #showWindow(): Promise<MainWindow | null> {
    const main = this.#windows.latest();
    main?.focus();
    if (main === null && this.#hasStarted) {
      const { places } = await this.#started.engine.call('workspaces.recent', {}, callContext);
      void this.#openFirst([], places);
    }
    return this.#windows.latest();
  }

  /** Names the next changes to undo and redo in the menu. */
  #follow(next: UndoRedo): void {
    const { undo, redo } = this.#undoRedo;
    if (next.undo?.label !== undo?.label || next.redo?.label !== redo?.label) {
      this.#undoRedo = next;
      void this.#refreshMenu();
    }
  }

  /** Opens a path or the sample on a request from outside the page, at any time. */
  async #open(opening: OpenRequest, where: 'here' | 'beside'): Promise<void> {
    if (!this.#hasStarted) {
      this.#atStart = opening;
    } else if ('link' in opening) {
      await this.#openLink(opening.link);
    } else {
      await this.#windows.open(opening, where);
    }
  }

  /** Shows what a link asks for. Any page or program may have made it, so a memory that is new here is asked about. */
  async #openLink(text: string): Promise<void> {
    const link = readLink(text);
    if (link === null) {
      this.#started.log('warn', 'A link was not opened, because it is not one of ours.');
      this.#windows.latest()?.notify('That link is not one that Contexture can open.');
      return;
    }
    const { places } = await this.#started.engine.call('workspaces.recent', {}, callContext);
    const isKnown = places.some(({ path }) => path === link.path);
    const question = `A link leads to ${nameHidden(link.path)}`;
    if (isKnown || (await mayOpenMemory('Open this memory?', question).catch(() => false))) {
      await (link.view === undefined
        ? this.#windows.open({ path: link.path }, 'beside')
        : this.#windows.show(link.path, link.view));
    }
  }

  /** Opens the log without the page, which may be what the problem is with. */
  async #openLog(): Promise<void> {
    await this.#started.engine
      .call('app.openLog', {}, callContext)
      .catch((error: unknown) => this.#windows.latest()?.notify(toContextureError(error).message));
  }

  async #refreshMenu(): Promise<void> {
    const { places } = await this.#started.engine.call('workspaces.recent', {}, callContext);
    const template = menuTemplate({
      platform: process.platform,
      isDevelopment,
      recent: places,
      undoRedo: this.#undoRedo,
      run: (item) => void (this.#windows.latest()?.run(item) ?? this.#showWindow()),
      openPath: (path, where) => void this.#open({ path }, where),
      openEmpty: () => this.#windows.openEmpty(),
      openLog: () => void this.#openLog(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
    const openBeside = (path: string): void => void this.#open({ path }, 'beside');
    app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(places, openBeside, () => this.#windows.openEmpty())));
    if (process.platform === 'win32' && app.isPackaged) {
      app.setJumpList(jumpListOf(places, process.execPath));
    }
  }
}
