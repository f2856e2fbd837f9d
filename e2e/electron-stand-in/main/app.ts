import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { answers, browser } from './browser.ts';
import { guarded, preventable } from './guarded.ts';
import { openWindows, whenContentsAreMade, whenLastCloses } from './windows.ts';

type Members =
  | 'isPackaged'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'setName'
  | 'getName'
  | 'getVersion'
  | 'setPath'
  | 'getPath'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'relaunch'
  | 'setAboutPanelOptions'
  | 'enableSandbox'
  | 'commandLine'
  | 'setBadgeCount'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
  | 'setAsDefaultProtocolClient'
  | 'isDefaultProtocolClient'
  | 'dock'
  | 'setAppUserModelId';

const events = new EventEmitter();
const paths = new Map<string, string>();
let name = 'stand-in';
let ready = false;
let locked: string | null = null;
let isQuitting = false;
const ownSchemes = new Set<string>();
/** Inspected by tests. */
export const sandbox = { isEnabled: false };
/** Count on the app’s icon, inspected by tests. */
export const badge = { count: 0 };
/** Inspected by tests; as in Electron, only macOS and Windows have it. */
export const loginItem = { openAtLogin: false };

let becomeReady = (): void => {};
const whenReady = new Promise<void>((resolve) => {
  becomeReady = () => {
    ready = true;
    events.emit('ready');
    resolve();
  };
});

/**
 * Marks the app as ready. As in Electron, that happens only after the app's entry has run, top-level awaits included.
 */
export function entryHasRun(): void {
  becomeReady();
}

function release(): void {
  if (locked !== null) {
    rmSync(locked, { recursive: true, force: true });
    locked = null;
  }
}

function exit(code = 0): void {
  release();
  process.exit(code);
}

/** Quits as Electron does: every window may refuse, and the app itself may refuse twice. */
async function quit(): Promise<void> {
  // The caller's code continues first.
  await Promise.resolve();
  const before = preventable({});
  events.emit('before-quit', before);
  if (before.defaultPrevented) {
    return;
  }
  isQuitting = true;
  const closed = await Promise.all(openWindows().map((window) => window.closed()));
  if (closed.includes(false)) {
    isQuitting = false;
    return;
  }
  const will = preventable({});
  events.emit('will-quit', will);
  if (!will.defaultPrevented) {
    events.emit('quit', {}, 0);
    exit(0);
  }
}

whenLastCloses(() => {
  if (!isQuitting && !events.emit('window-all-closed')) {
    void quit();
  }
});

whenContentsAreMade((contents) => events.emit('web-contents-created', {}, contents));

/** Allows one process per folder of user data; the others report their start to it. */
function requestSingleInstanceLock(data: Record<string, unknown> = {}): boolean {
  const folder = paths.get('userData');
  if (folder === undefined) {
    throw new Error('The stand-in takes a lock only for a folder of user data that was chosen.');
  }
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'stand-in-lock');
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    locked = lock;
    return true;
  } catch {
    if (!isAlive(Number(readFileSync(join(lock, 'pid'), 'utf8')))) {
      locked = lock;
      writeFileSync(join(lock, 'pid'), String(process.pid));
      return true;
    }
    browser.tell('second-instance', process.argv, process.cwd(), data);
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const members = {
  /** As if packed, if a test says so or gives a folder of resources. */
  isPackaged: (process.env['STAND_IN_RESOURCES'] ?? process.env['STAND_IN_PACKAGED']) !== undefined,
  // On macOS alone.
  dock: undefined,
  setAsDefaultProtocolClient: (scheme: string) => {
    ownSchemes.add(scheme);
    return true;
  },
  isDefaultProtocolClient: (scheme: string) => ownSchemes.has(scheme),
  isReady: () => ready,
  whenReady: () => whenReady,
  quit: () => void quit(),
  exit,
  setName: (given: string) => {
    name = given;
  },
  getName: () => name,
  getVersion: (): string =>
    JSON.parse(readFileSync(join(process.argv[1] ?? '', '../../../package.json'), 'utf8')).version,
  setPath: (of: string, path: string) => {
    paths.set(of, path);
  },
  getPath: (of: string) => {
    const path = paths.get(of);
    if (path === undefined) {
      throw new Error(`The stand-in knows no path for ${of}.`);
    }
    return path;
  },
  requestSingleInstanceLock,
  releaseSingleInstanceLock: release,
  relaunch: () => process.stderr.write('The app starts again.\n'),
  setAboutPanelOptions: () => {},
  setAppUserModelId: () => {},
  setBadgeCount: (count = 0) => {
    badge.count = count;
    return true;
  },
  getLoginItemSettings: () => ({
    ...loginItem,
    wasOpenedAtLogin: false,
    status: loginItem.openAtLogin ? 'enabled' : 'not-registered',
    executableWillLaunchAtLogin: loginItem.openAtLogin,
    launchItems: [],
  }),
  setLoginItemSettings: ({ openAtLogin = false }: Electron.Settings) => {
    loginItem.openAtLogin = openAtLogin;
  },
  commandLine: guarded('commandLine', {
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
  }) as unknown as Electron.CommandLine,
  enableSandbox: () => {
    if (ready) {
      throw new Error('The sandbox can be enabled only before the app is ready.');
    }
    sandbox.isEnabled = true;
  },
} satisfies Pick<Electron.App, Members>;

export const app = guarded('app', Object.assign(events, members));

answers['other instance started'] = (argv: string[], folder: string, data: unknown) => {
  events.emit('second-instance', preventable({}), argv, folder, data);
};
answers['stop'] = () => void quit();
// Once: in Electron a second signal ends the process, unless the app listens for it.
process.once('SIGTERM', () => void quit());
process.once('SIGINT', () => void quit());
process.on('disconnect', () => exit(1));
