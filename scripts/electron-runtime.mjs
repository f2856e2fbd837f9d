import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

const folder = join(root, 'node_modules', 'electron');
/** A download that goes on for longer is not worth waiting for: the browser is there at once. */
const longestFetchMs = 5 * 60_000;

/**
 * Path of Electron's program, if its runtime is here, whole and of the version that is wanted. The package is only a way to get it: it is fetched on first use.
 * Asking the package itself for the path would do that at once.
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
  // The version is unpacked last.
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isWhole = readFileSync(join(runtime, 'version'), 'utf8').trim().replace(/^v/, '') === version;
  return isWhole ? join(runtime, program) : null;
}

/**
 * Fetches the runtime, having said so. What goes wrong stays unsaid here: the caller has a sentence for it.
 * @returns {Promise<string | null>} path of the program, if it is there now
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
