import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright/test';
import { type Choice, chooseBrowser } from './browser-choice.ts';

const choice = (): Choice =>
  chooseBrowser({
    platform: process.platform,
    arch: process.arch,
    // The loader of programs made for glibc.
    runsGlibc: existsSync('/lib64/ld-linux-x86-64.so.2'),
    isRoot: process.getuid?.() === 0,
    environment: process.env,
  });

/** Describes the browser of the tests in words. */
export function browserInWords(): string {
  const { path, sandbox } = choice();
  return `${path ?? 'Chromium from npm'}, ${sandbox ? 'in its sandbox' : 'without a sandbox'}`;
}

/** Launch options for the browser of the tests. Unpacks the one from npm first. */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const { path, sandbox } = choice();
  const { executable, environment } = path === null ? await npmBrowser() : { executable: path, environment: {} };
  return launchOptions(executable, environment, sandbox);
}

/**
 * Uses switches of this project: the npm package's are for a cloud function and turn off web security, which these
 * tests check.
 */
function launchOptions(
  executablePath: string,
  environment: Readonly<Record<string, string>>,
  chromiumSandbox: boolean,
): LaunchOptions {
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    executablePath,
    env: { ...Object.fromEntries(inherited), ...environment },
    chromiumSandbox,
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

type Unpacked = { readonly executable: string; readonly environment: Readonly<Record<string, string>> };

/** Unpacks the browser of `@sparticuz/chromium` once, under `.cache/`, completely or not at all. */
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
      // Another worker was faster and unpacked the same files.
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
  // The package unpacks to the temporary folder, which others on the machine share, and adds its shared libraries only
  // if it believes it runs in that cloud. It reads both variables at import and at the call.
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

/** Font list for this machine. The package's own names folders of that cloud, and without a font no text is drawn. */
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
