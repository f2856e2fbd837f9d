import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from 'playwright/test';

/**
 * Which browser the tests use. `CONTEXTURE_BROWSER` forces one: `system`, `npm`, or the path of a Chromium. Left out,
 * it is the system's if there is one, else the one that comes as an npm package.
 */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const wanted = process.env['CONTEXTURE_BROWSER'] ?? '';
  if (wanted !== '' && wanted !== 'system' && wanted !== 'npm') {
    return launchOptions(wanted, {}, true);
  }
  const system = wanted === 'npm' ? undefined : systemBrowsers().find((path) => existsSync(path));
  if (system !== undefined) {
    return launchOptions(system, {}, true);
  }
  if (wanted === 'system') {
    throw new Error('No Chromium, Chrome or Edge was found on this system. Set CONTEXTURE_BROWSER to the path of one.');
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The tests need Chromium, Chrome or Edge. Install one, or set CONTEXTURE_BROWSER to its path.');
  }
  const { executable, environment } = await npmBrowser();
  return launchOptions(executable, environment, false);
}

/**
 * Our own switches. The npm package's are made for running inside a cloud function and turn web security off, which is
 * the very thing these tests watch.
 */
function launchOptions(
  executablePath: string,
  environment: Readonly<Record<string, string>>,
  hasSandbox: boolean,
): LaunchOptions {
  // Chromium refuses to sandbox itself as root, and containers of build machines rarely allow it.
  const isRoot = process.getuid?.() === 0;
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    executablePath,
    env: { ...Object.fromEntries(inherited), ...environment },
    chromiumSandbox: hasSandbox && !isRoot && !process.env['CI'],
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

type Unpacked = { readonly executable: string; readonly environment: Readonly<Record<string, string>> };

/** Unpacks the browser of `@sparticuz/chromium` once, under `.cache/`, whole or not at all. */
async function npmBrowser(): Promise<Unpacked> {
  const manifest: { version: string } = createRequire(import.meta.url)('../package-lock.json').packages[
    'node_modules/@sparticuz/chromium'
  ];
  const cache = join(import.meta.dirname, '..', '.cache');
  const folder = join(cache, `chromium-${manifest.version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const partial = await mkdtemp(join(cache, 'chromium-partial-'));
    await unpackInto(partial);
    await writeFile(join(partial, 'fonts', 'fonts.conf'), fontConfiguration(folder));
    try {
      await rename(partial, folder);
    } catch (error) {
      // Another worker was faster; what it unpacked is the same.
      await rm(partial, { recursive: true, force: true });
      if (!existsSync(folder)) {
        throw error;
      }
    }
  }
  const libraries = join(folder, 'al2023', 'lib');
  const others = process.env['LD_LIBRARY_PATH'];
  return {
    executable: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: others ? `${libraries}:${others}` : libraries,
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

async function unpackInto(folder: string): Promise<void> {
  const before = { TMPDIR: process.env['TMPDIR'], AWS_EXECUTION_ENV: process.env['AWS_EXECUTION_ENV'] };
  // The package unpacks to the temporary folder, which other people of the machine share, and brings its own shared
  // libraries only where it believes itself in that cloud. It reads both at import and at the call.
  process.env['TMPDIR'] = folder;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  }
}

/** The package's own font list names folders of that cloud; without any font, no text is drawn. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <config></config>
</fontconfig>
`;
}
