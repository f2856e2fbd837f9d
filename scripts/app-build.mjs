import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeLibraryTypes } from './library-types.mjs';
import { writeLicenses } from './licenses.mjs';
import { root, runTool } from './programs.mjs';

export const out = join(root, 'out');
const stamp = join(out, 'built-from');
const sources = [
  'renderer',
  'electron',
  'shared',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.cli.config.ts',
  'scripts/library-types.mjs',
  'scripts/licenses.mjs',
  'electron.vite.config.ts',
];
const parts = ['renderer', 'cli', 'library', 'main', 'preload'];

/**
 * Builds the interface, the command line, the library and the desktop shell, unless the build is newer than its sources.
 * @returns {Promise<boolean>} true if the build is there
 */
export async function ensureBuild() {
  return isFresh() || (await build());
}

/** True if the build is newer than its sources. */
function isFresh() {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint() &&
    parts.every((part) => existsSync(join(out, part)))
  );
}

/**
 * Builds in another folder and swaps it in when complete, so a build that fails leaves the last good one.
 * @returns {Promise<boolean>} true if it worked
 */
export async function build() {
  console.log('Building Contexture …');
  const builtFrom = fingerprint();
  const next = join(out, `next-${process.pid}`);
  try {
    const steps = /** @type {const} */ ([
      ['vite', ['build', '--outDir', join(next, 'renderer')]],
      ['vite', ['build', '--config', 'vite.cli.config.ts', '--outDir', join(next, 'cli')]],
      // electron-vite makes main/ and preload/ itself, and would warn that it builds no interface: the first step does.
      ['electron-vite', ['build', '--ignoreConfigWarning', '--outDir', next]],
    ]);
    for (const [tool, args] of steps) {
      if ((await runTool(tool, [...args, '--logLevel', 'warn'])) !== 0) {
        console.error('The build failed. The reason is above.');
        return false;
      }
    }
    if (!(await writeLibraryTypes(join(next, 'library')))) {
      console.error('The types of the library could not be generated. The reason is above.');
      return false;
    }
    writeLicenses(next);
    chmodSync(join(next, 'cli', 'contexture.js'), 0o755);
    mkdirSync(join(next, 'old'));
    for (const part of parts) {
      if (existsSync(join(out, part))) {
        renameSync(join(out, part), join(next, 'old', part));
      }
      renameSync(join(next, part), join(out, part));
    }
    writeFileSync(stamp, builtFrom);
    return true;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Hash of the names, sizes and times of all sources in the build, so that a deleted file also changes it. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!existsSync(path)) {
    return [];
  }
  if (statSync(path).isFile()) {
    return /\.test\.tsx?$/.test(path) ? [] : [path];
  }
  return readdirSync(path)
    .filter((name) => name !== 'testing')
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
