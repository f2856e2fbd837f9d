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
  'electron.vite.config.ts',
];
const parts = ['renderer', 'cli', 'library', 'main', 'preload'];

/**
 * Builds the interface, the command line, the library and the desktop shell, unless what is built is of the sources as they are.
 * @returns {Promise<boolean>} whether it is there now
 */
export async function ensureBuild() {
  return isFresh() || (await build());
}

/** Whether it has been built from the sources as they are. */
function isFresh() {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint() &&
    parts.every((part) => existsSync(join(out, part)))
  );
}

/**
 * Builds beside what is there and swaps it in when it is complete: a build that fails leaves the last good one.
 * @returns {Promise<boolean>} whether it worked
 */
export async function build() {
  console.log('Building Contexture …');
  const builtFrom = fingerprint();
  const next = join(out, `next-${process.pid}`);
  try {
    const steps = /** @type {const} */ ([
      ['vite', ['build', '--outDir', join(next, 'renderer')]],
      ['vite', ['build', '--config', 'vite.cli.config.ts', '--outDir', join(next, 'cli')]],
      // It makes the folders main/ and preload/ by itself, and misses the interface, which is built above.
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

/** Names, sizes and times of all sources that end up in the build: a file that goes away counts too. */
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
