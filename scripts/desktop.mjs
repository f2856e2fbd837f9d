import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
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
  const { code, isStopped, said } = await runElectron(program, args, folder);
  if (code === 0 || isStopped || Date.now() - began >= startMs) {
    return { opened: true };
  }
  return { opened: false, why: whyItEnded(said, program) ?? `Electron ended with ${code} before it showed a window` };
}

/**
 * Reason why Chromium's sandbox kept Electron from starting, with what mends it; null if it was something else.
 * @param {string} said end of what it wrote to standard error
 * @param {string} program
 */
function whyItEnded(said, program) {
  if (said.includes('Running as root without --no-sandbox')) {
    return 'Electron refuses to run as root: start it as another user';
  }
  const helper = join(dirname(program), 'chrome-sandbox');
  return /SUID sandbox helper|No usable sandbox/.test(said)
    ? `this system does not let its sandbox start; once, run: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`
    : null;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | string, isStopped: boolean, said: string }>} its exit code or the signal that ended
 *   it, whether a person stopped it, and the end of what it wrote to standard error
 */
function runElectron(program, args, cwd) {
  return new Promise((resolve) => {
    // Terminals of other Electron apps set it, and Electron would run as Node.
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(program, [root, ...args], { cwd, env, stdio: ['ignore', 'inherit', 'pipe'] });
    let [isStopped, said] = [false, ''];
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      said = `${said}${chunk}`.slice(-4000);
      if (env['CONTEXTURE_DEBUG']) {
        // What Chromium prints is for its own developers.
        process.stderr.write(chunk);
      }
    });
    // Ctrl+C reaches the app by itself.
    const interrupted = () => {
      isStopped = true;
    };
    const terminated = () => {
      isStopped = true;
      child.kill('SIGTERM');
    };
    process.on('SIGINT', interrupted);
    process.on('SIGTERM', terminated);
    /** @param {number | string} code */
    const end = (code) => {
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', terminated);
      resolve({ code, isStopped, said });
    };
    child.on('error', () => end('an error'));
    child.on('close', (code, signal) => end(signal ?? code ?? 1));
  });
}
