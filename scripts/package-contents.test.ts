import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { expect, onTestFinished, test } from 'vitest';
import { problemsIn } from './package-contents.mjs';

const files = [
  'package.json',
  'LICENSE',
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/cli/contexture.js',
  'out/cli/conversation-index.js',
  'out/cli/conversation-reader.js',
  'out/renderer/index.html',
  'out/renderer/licenses.js',
  'out/renderer/assets/index-1a2b.js',
  'resources/icons/32x32.png',
  'resources/sample/logs/context/global.md',
  'node_modules/libsql/index.js',
  'node_modules/@libsql/linux-x64-gnu/index.node',
  'node_modules/fs-native-extensions/prebuilds/linux-x64/fs-native-extensions.node',
];

/** Problems of a package for Linux, x64, with these files. */
async function problemsOf(paths: readonly string[], unpack = '*.node'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-contents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(join(folder, 'app', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'app', path), path);
  }
  await createPackageWithOptions(join(folder, 'app'), join(folder, 'app.asar'), { unpack });
  return problemsIn(folder, 'linux', 'x64');
}

test('accepts a package with what is on the list', async () => {
  expect(await problemsOf(files)).toEqual([]);
});

test.each([
  ['out/main/main.js.map', 'is on no list'],
  ['out/renderer/notes.txt', 'is on no list'],
  ['electron/main.ts', 'is on no list'],
  ['.env', 'is on no list'],
  ['node_modules/left-pad/index.js', 'is on no list'],
  ['node_modules/libsql/README.md', 'is on no list'],
  ['node_modules/@libsql/linux-arm64-gnu/index.node', 'can’t run here'],
  ['node_modules/fs-native-extensions/prebuilds/win32-x64/fs-native-extensions.node', 'can’t run here'],
])('refuses a package with %s', async (path, problem) => {
  expect(await problemsOf([...files, path])).toEqual([`${path} ${problem}`]);
});

test('refuses a package in which something is missing', async () => {
  const [, ...others] = files.filter((path) => !path.includes('@libsql'));
  expect(await problemsOf(others)).toEqual(['package.json is missing', '@libsql/linux-x64 is missing']);
});

test('refuses native modules inside the archive, from which no system loads them', async () => {
  expect(await problemsOf(files, 'none')).toContain('node_modules/@libsql/linux-x64-gnu/index.node is not unpacked');
});

test('refuses other files beside the archive', async () => {
  expect(await problemsOf(files, '{*.node,index.html}')).toEqual([
    'out/renderer/index.html is unpacked without need',
    'out/renderer/index.html can’t run here',
  ]);
});
