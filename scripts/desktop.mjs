import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { electronRuntime, fetchElectronRuntime } from './electron-runtime.mjs';
import { root } from './programs.mjs';

/** A desktop app that fails sooner than this has shown no window. */
const startMs = 15_000;

/**
 * Reason the desktop app can't be shown, as part of a sentence; null if none is known.
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
 * @param {string} folder base of a relative path
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
 * Reason why Chromium's sandbox kept Electron from starting, with its remedy; null if the reason is another.
 * @param {string} said end of its standard error
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
 *   it, true if a person stopped it, and the end of its standard error
 */
function runElectron(program, args, cwd) {
  return new Promise((resolve) => {
    // Terminals of other Electron apps set this variable, with which Electron would run as Node.
    const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
    // Connected assistants start this Node: the next installation of packages deletes Electron.
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...inherited, CONTEXTURE_NODE: process.execPath };
    const child = spawn(program, [root, ...args], { cwd, env, stdio: ['ignore', 'inherit', 'pipe'] });
    let [isStopped, said] = [false, ''];
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      said = `${said}${chunk}`.slice(-4000);
      if (env['CONTEXTURE_DEBUG']) {
        // Chromium's messages are for its own developers.
        process.stderr.write(chunk);
      }
    });
    // The terminal sends Ctrl+C to the app, too.
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
