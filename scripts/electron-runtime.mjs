import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

const folder = join(root, 'node_modules', 'electron');
/** Longest wait for a download. The browser is ready at once. */
const longestFetchMs = 5 * 60_000;

/**
 * Path of Electron's program, if its runtime is complete and of the right version. The package downloads the runtime on
 * first use, even when only asked for the path, so this function looks for the file itself.
 * @returns {string | null}
 */
export function electronRuntime() {
  const named = join(folder, 'path.txt');
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const program = existsSync(named) ? readFileSync(named, 'utf8') : 'electron';
  const runtime = elsewhere || join(folder, 'dist');
  if (!existsSync(join(runtime, program))) {
    return null;
  }
  if (elsewhere) {
    return join(runtime, program);
  }
  if (!existsSync(join(runtime, 'version'))) {
    return null;
  }
  // The version file is unpacked last.
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isWhole = readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/, '') === version;
  return isWhole ? join(runtime, program) : null;
}

/**
 * Announces and fetches the runtime. The caller reports a failure.
 * @returns {Promise<string | null>} path of the program, null if it failed
 */
export async function fetchElectronRuntime() {
  console.log('Fetching the desktop runtime, once (about 120 MB). Ctrl+C stops; “npm start -- --web” needs none.');
  await new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: ['ignore', 'inherit', 'ignore'] });
    const timer = setTimeout(() => child.kill(), longestFetchMs);
    const end = () => {
      clearTimeout(timer);
      resolve(null);
    };
    child.on('error', end);
    child.on('close', end);
  });
  return electronRuntime();
}
