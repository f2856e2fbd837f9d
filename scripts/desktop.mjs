import { spawn } from 'node:child_process';
import { electronRuntime, fetchElectronRuntime } from './electron-runtime.mjs';
import { root } from './programs.mjs';

/** One that ends with an error sooner than this never came to show a window. */
const startMs = 15_000;

/**
 * Why the desktop app can't be shown here, as a part of a sentence; null if nothing speaks against trying.
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function whyNoDesktop(platform, env) {
  if (env['CI'] || ((env['SSH_CONNECTION'] || env['SSH_TTY']) && !env['DISPLAY'])) {
    return 'there is no screen here';
  }
  if (platform !== 'darwin' && platform !== 'win32' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return 'there is no display here';
  }
  return null;
}

/**
 * Runs the desktop app until it is closed.
 * @param {readonly string[]} args
 * @param {string} folder that a relative path is meant from
 * @returns {Promise<{ opened: true } | { opened: false, why: string }>}
 */
export async function runDesktop(args, folder) {
  const why = whyNoDesktop(process.platform, process.env);
  if (why !== null) {
    return { opened: false, why };
  }
  const program = electronRuntime() ?? (await fetchElectronRuntime());
  if (program === null) {
    return { opened: false, why: 'Electron’s runtime is not here and could not be fetched' };
  }
  const began = Date.now();
  const code = await runElectron(program, args, folder);
  if (code !== 0 && Date.now() - began < startMs) {
    return { opened: false, why: `Electron ended with ${code} before it showed a window` };
  }
  return { opened: true };
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<number | string>} its exit code, or the signal that ended it
 */
function runElectron(program, args, cwd) {
  return new Promise((resolve) => {
    // What Chromium prints is for its own developers.
    const said = process.env['CONTEXTURE_DEBUG'] ? 'inherit' : 'ignore';
    const child = spawn(program, [root, ...args], { cwd, stdio: ['ignore', 'inherit', said] });
    const passOn = () => child.kill('SIGTERM');
    process.on('SIGTERM', passOn);
    process.on('SIGINT', passOn);
    child.on('error', () => resolve('an error'));
    child.on('close', (code, signal) => {
      process.off('SIGTERM', passOn);
      process.off('SIGINT', passOn);
      resolve(signal ?? code ?? 1);
    });
  });
}
