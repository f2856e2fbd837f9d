import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Root folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tools of the checkout as files to run with Node: no shell, no search path, the same on every system.
 * @type {Readonly<Record<string, string>>}
 */
const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  'electron-vite': 'node_modules/electron-vite/bin/electron-vite.js',
  'electron-builder': 'node_modules/electron-builder/cli.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/playwright/cli.js',
  contexture: 'out/cli/contexture.js',
  bench: 'scripts/bench.mjs',
};

/** Ends the process with a sentence if Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Contexture needs Node 20.19 or later; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/**
 * Runs a tool and waits for it. Ctrl+C reaches it by itself; a request to end is passed on.
 * @param {string} tool one of the tools above
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, endBy?: NodeJS.Signals }} [options] `quiet` shows
 *   its output only if it fails, `endBy` is the signal for a request to end
 * @returns {Promise<number>} its exit code
 */
export function runTool(tool, args, options = {}) {
  const env = { ...(tool === 'playwright' ? playwrightCache : {}), ...options.env };
  return run(process.execPath, [`${root}${tools[tool]}`, ...args], { ...options, env });
}

/** Playwright's cache of compiled files; its default is the system's temporary folder. */
const playwrightCache = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: `${root}.cache/playwright` };

/**
 * Runs a file of ours with Node and waits for it.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runNode(args) {
  return run(process.execPath, args, {});
}

/**
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<number>} its exit code
 */
export function runNpm(args, options = {}) {
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js')) {
    return run(process.execPath, [npm, ...args], options);
  }
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, shell?: boolean, endBy?: NodeJS.Signals }} options
 * @returns {Promise<number>}
 */
function run(command, args, { cwd = root, env = {}, quiet = false, shell = false, endBy = 'SIGTERM' }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    /** @type {Buffer[]} */
    const said = [];
    child.stdout?.on('data', (chunk) => said.push(chunk));
    child.stderr?.on('data', (chunk) => said.push(chunk));
    const passOn = () => child.kill(endBy);
    // The terminal sends Ctrl+C to both; this side waits until the other has finished.
    const wait = () => {};
    process.on('SIGTERM', passOn);
    process.on('SIGINT', wait);
    /** @param {number} code */
    const end = (code) => {
      process.off('SIGTERM', passOn);
      process.off('SIGINT', wait);
      if (quiet && code !== 0) {
        process.stderr.write(Buffer.concat(said));
      }
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}
