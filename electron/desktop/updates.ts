import { setTimeout as wait } from 'node:timers/promises';
import { app, dialog } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Ports, ReleaseSource } from '#engine/ports.ts';
import type { AppFiles } from '#node/app-folder.ts';
import { createNpmReleases } from '#node/npm-releases.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { canInstall, plainNotes, readFeed } from './release-feed.ts';

type Log = Ports['log'];
export type DesktopUpdates = ReturnType<typeof createDesktopUpdates>;

/** Milliseconds that installing may take once all windows are closed. */
const longestInstallMs = 60_000;
/** Replaces the id of this copy that electron-updater would send with each request. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Newer versions of the desktop app, by electron-updater. It is loaded, and asks, only when the engine looks. */
export function createDesktopUpdates(files: AppFiles, log: Log) {
  const feed = app.isPackaged ? readFeed(process.resourcesPath, log) : null;
  const isInstalled = canInstall(process.platform, process.env, process.execPath);
  /** True while the app quits to install. */
  let isWanted = false;
  /** True if the next attempt to quit is of that, and not of a person who stayed and quits later. */
  let isAttempt = false;
  /** Version that the updater found last; null before its first look. */
  let found: string | null = null;
  let loaded: Promise<AppUpdater> | null = null;
  const load = (): Promise<AppUpdater> => {
    loaded ??= loadUpdater(log, isInstalled);
    return loaded;
  };

  /** Has the updater look, and returns what it found; null if that isn't newer. */
  const look = async (): Promise<UpdateInfo | null> => {
    const result = await (await load()).checkForUpdates();
    found = result?.isUpdateAvailable ? result.updateInfo.version : null;
    return found === null ? null : (result?.updateInfo ?? null);
  };
  const packaged = (at: string): ReleaseSource => ({
    name: 'desktop',
    kind: 'page',
    at,
    everyDays: 1,
    async newest() {
      const info = await explained(at, log, look);
      return info && { version: info.version, notes: plainNotes(info.releaseNotes) };
    },
    download: isInstalled
      ? (version, onPercent) => {
          const { work, stop } = createDownloading(load, onPercent);
          const begin = async (): Promise<void> => {
            // The updater must find a version again that was found before this start.
            if (found !== version && (await look())?.version !== version) {
              throw new ContextureError('unavailable', `${version} is not the newest version by now. Look again.`);
            }
            await work();
          };
          return { done: explained(at, log, begin), stop };
        }
      : null,
    restart() {
      isWanted = true;
      isAttempt = true;
      app.quit();
    },
  });

  return {
    source: feed !== null ? packaged(feed) : app.isPackaged ? null : createNpmReleases(files),
    /** Called before each attempt to quit. Forgets an installation that the person stayed from. */
    quits(): void {
      isWanted &&= isAttempt;
      isAttempt = false;
    },
    /** Called when a window lets an attempt to quit go on that had waited for it. */
    goesOn(): void {
      isAttempt = true;
    },
    /** Installs, if that is why the app ends. Once it succeeds, the process ends. */
    async finish(): Promise<void> {
      if (isWanted) {
        await install(await load(), log);
      }
    },
  };
}

async function loadUpdater(log: Log, isInstalled: boolean): Promise<AppUpdater> {
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.requestHeaders = { 'x-user-staging-id': nobody };
  // Otherwise a copy that can't install may not even look.
  autoUpdater.forceDevUpdateConfig = !isInstalled;
  autoUpdater.logger = {
    info: () => {},
    warn: (message: unknown) => log('warn', firstLine(message)),
    error: (message: unknown) => log('error', firstLine(message)),
  };
  return autoUpdater;
}

const firstLine = (message: unknown): string => `Updates: ${String(message).split('\n')[0]}`;

/** Downloads what the updater found last. */
function createDownloading(load: () => Promise<AppUpdater>, onPercent: (percent: number) => void) {
  let isStopped = false;
  let cancel = (): void => {};
  return {
    async work(): Promise<void> {
      const [updater, { CancellationToken }] = await Promise.all([load(), import('electron-updater')]);
      const token = new CancellationToken();
      cancel = () => token.cancel();
      if (isStopped) {
        cancel();
      }
      const report = ({ percent }: { readonly percent: number }): void => onPercent(Math.floor(percent));
      updater.on('download-progress', report);
      try {
        await updater.downloadUpdate(token);
      } finally {
        updater.off('download-progress', report);
      }
    },
    stop: (): void => {
      isStopped = true;
      cancel();
    },
  };
}

async function install(updater: AppUpdater, log: Log): Promise<void> {
  // The new version may start before this one has ended.
  app.releaseSingleInstanceLock();
  const failed = new Promise<Error>((resolve) => updater.once('error', resolve));
  updater.quitAndInstall(false, true);
  const problem = await Promise.race([failed, wait(longestInstallMs, null)]);
  if (problem !== null) {
    log('error', firstLine(problem.message));
    dialog.showErrorBox(
      'The new version could not be installed',
      `Contexture starts again as it was. You can install the new version by hand. The reason: ${problem.message}`,
    );
    const { APPIMAGE } = process.env;
    app.relaunch(APPIMAGE === undefined ? {} : { execPath: APPIMAGE });
  }
}

const unreachable = /net::ERR_(?!CERT)|E(?:NOTFOUND|AI_AGAIN|TIMEDOUT|CONN\w+|(?:NET|HOST)UNREACH)\b|timed out|abort/i;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ERR_CHECKSUM_MISMATCH/, 'The download is damaged and was thrown away. Nothing was installed. Try again later.'],
  [
    /ERR_UPDATER_INVALID_SIGNATURE/,
    'The download is not signed by the makers of Contexture and was thrown away. Nothing was installed.',
  ],
  [/ENOSPC/, 'The disk is too full for the download. Free some space, then try again.'],
  [/EACCES|EPERM|EROFS/, 'The download could not be saved. Check that your account may write to its cache folder.'],
];

/** Runs work of electron-updater, and says in a sentence why it failed. @throws `unavailable`, `cancelled` */
async function explained<T>(at: string, log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ContextureError) {
      throw error;
    }
    const { name, code = '', message } = error as NodeJS.ErrnoException;
    if (name === 'CancellationError' || message === 'cancelled') {
      throw new ContextureError('cancelled', 'The download was stopped.');
    }
    log('warn', firstLine(`${code} ${message}`));
    const known = reasons.find(([pattern]) => pattern.test(`${code} ${message}`));
    const isOffline = known === undefined && unreachable.test(`${code} ${message}`);
    const sentence = isOffline
      ? `${at} could not be reached. Check the connection, then try again.`
      : (known?.[1] ?? `No versions could be read at ${at}. Try again later.`);
    throw new ContextureError('unavailable', sentence, {}, { retry: isOffline, cause: error });
  }
}
