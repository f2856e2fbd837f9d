import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from './fixtures.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Writes a folder laid out like Electron's unpacked runtime, with a program that contains only its fuses. */
async function writeRuntime(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'node_modules/electron/package.json'), 'utf8'));
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  for (const name of [
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/de.pak',
    'locales/en-GB.pak',
    'locales/en-US.pak',
  ]) {
    await writeFile(join(folder, name), '');
  }
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'electron'), 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000800000000', { mode: 0o755 });
}

test('packages the built app with this system’s native modules and sets its fuses', async ({ dataFolder }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the report says why.
  test.skip(process.platform !== 'linux', 'NOT RUN: the runtime of this system is laid out in another way.');
  const [runtime, output] = [join(dataFolder, 'runtime'), join(dataFolder, 'packages')];
  await writeRuntime(runtime);
  const to = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`];
  await run(process.execPath, [join(root, 'scripts/package.mjs'), '--dir', ...to], { cwd: root });
  const app = join(output, 'linux-unpacked');

  const files = listPackage(join(app, 'resources/app.asar'), { isPack: false });
  const ours = files.filter((path) => !path.startsWith('/node_modules'));
  expect([...new Set(ours.map((path) => path.split('/').slice(0, 3).join('/')))].sort()).toEqual([
    '/out',
    '/out/cli',
    '/out/main',
    '/out/preload',
    '/out/renderer',
    '/package.json',
    '/resources',
    '/resources/icons',
    '/resources/sample',
  ]);
  expect(files.filter((path) => /\.(map|tsx?|bare)$|\.test\./.test(path))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['/out/main/main.js', '/out/preload/preload.cjs']));

  const unpacked = await readdir(join(app, 'resources/app.asar.unpacked'), { recursive: true });
  const native = unpacked.filter((path) => path.endsWith('.node'));
  expect(native.filter((path) => !path.includes('linux-'))).toEqual([]);
  expect(native.map((path) => path.split('/')[1])).toEqual(expect.arrayContaining(['@libsql', 'fs-native-extensions']));
  expect(await readdir(join(app, 'locales'))).toEqual(['en-GB.pak', 'en-US.pak']);

  const fuses = await getCurrentFuseWire(join(app, 'contexture'));
  const states = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  const isOn = (name: string) => fuses[FuseV1Options[name as keyof typeof FuseV1Options]] === '1'.charCodeAt(0);
  expect(states.filter(isOn)).toEqual([
    'EnableCookieEncryption',
    'EnableEmbeddedAsarIntegrityValidation',
    'OnlyLoadAppFromAsar',
  ]);
});
