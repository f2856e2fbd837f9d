import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Facts that decide the choice. Tests use them to choose for other machines. */
export type Machine = {
  readonly platform: string;
  readonly arch: string;
  /** True if programs made for glibc run here; on a Linux with another C library they don't. */
  readonly runsGlibc: boolean;
  readonly isRoot: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

export type Choice = {
  /** Path of an installed browser; null for the one from npm. */
  readonly path: string | null;
  /** False for the browser from npm, which has no sandbox helper, and for root, where Chromium refuses a sandbox. */
  readonly sandbox: boolean;
};

/**
 * Chooses the browser for the tests: the one from npm if it runs here, so that a fresh clone tests the same thing, else
 * a system browser. `CONTEXTURE_BROWSER` forces one: `npm`, `system`, or the path of a Chromium.
 */
export function chooseBrowser(machine: Machine): Choice {
  const wanted = (machine.environment['CONTEXTURE_BROWSER'] ?? '').trim();
  const onSystem = (path: string): Choice => ({ path, sandbox: !machine.isRoot });
  if (wanted !== '' && wanted !== 'npm' && wanted !== 'system') {
    if (!isProgram(wanted)) {
      throw new Error(
        `CONTEXTURE_BROWSER is “${wanted}”, which is neither a program nor “npm” or “system”. Correct or unset it.`,
      );
    }
    return onSystem(wanted);
  }
  const hasNpm = machine.platform === 'linux' && machine.arch === 'x64' && machine.runsGlibc;
  if (hasNpm && wanted !== 'system') {
    return { path: null, sandbox: false };
  }
  if (wanted === 'npm') {
    throw new Error(`There is no browser from npm for ${nameOf(machine)}, only for linux-x64 with glibc.`);
  }
  const path = systemBrowsers(machine).find(isProgram);
  if (path !== undefined) {
    return onSystem(path);
  }
  throw new Error(
    wanted === 'system'
      ? 'No Chromium, Chrome or Edge was found on this system. Set CONTEXTURE_BROWSER to the path of one.'
      : `The tests need Chromium, Chrome or Edge on ${nameOf(machine)}. Install one, or set CONTEXTURE_BROWSER to its path.`,
  );
}

const nameOf = ({ platform, arch, runsGlibc }: Machine): string =>
  `${platform}-${arch}${platform === 'linux' && !runsGlibc ? ' without glibc' : ''}`;

function systemBrowsers({ platform, environment }: Machine): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => environment[name]);
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  // Packaged browsers come first: the system often forbids the sandbox to a Chromium unpacked by hand.
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
