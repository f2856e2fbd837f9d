import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join, resolve } from 'node:path';
import { whyNoDesktop } from './desktop.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runTool } from './programs.mjs';

// npm run dev [-- FILE-OR-FOLDER] [--web]: with Electron's runtime, runs the desktop app from its source:
// the page reloads live, and the app restarts when its own code changes. Without the runtime, or with --web, opens a
// browser: the interface reloads live, and the engine is rebuilt and restarted when electron/ or shared/ change. The
// address stays the same.

requireNode();
if (!(await ensurePackages())) {
  process.exit(1);
}
const { build, createServer } = await import('vite');

const args = process.argv.slice(2).filter((arg) => arg !== '--web');
if (!process.argv.includes('--web')) {
  const program = electronRuntime();
  const why = whyNoDesktop(process.platform, process.env) ?? (program === null ? 'its runtime is not here' : null);
  if (program !== null && why === null) {
    const from = process.env['INIT_CWD'] ?? process.cwd();
    const named = args.map((arg) => (arg.startsWith('-') ? arg : resolve(from, arg)));
    const env = { ELECTRON_EXEC_PATH: program };
    const request = named.length > 0 ? named : ['--sample'];
    // Apart from the output of `npm run build`, which must not be mistaken for this one.
    const where = ['--outDir', 'out/dev', '--entry', 'out/dev/main/main.js'];
    process.exit(await runTool('electron-vite', ['dev', '--watch', ...where, '--', ...request], { env }));
  }
  console.log(`The desktop app can’t be shown (${why}), so this is Contexture in a browser.`);
}
const request = args.some((arg) => !arg.startsWith('-')) ? args : ['--sample', ...args];
const secret = randomBytes(32).toString('base64url');
// Access code in the engine's form. Opening the page again takes a restart of this script; a reload does not.
const codeName = `code.${randomBytes(12).toString('base64url')}`;
const code = `${codeName}.${createHmac('sha256', secret).update(codeName).digest('base64url')}`;
const enginePort = await freePort();
const enginePath = join(root, 'out', 'dev');
/** @type {import('node:child_process').ChildProcess | null} */
let engine = null;
let isStopping = false;

const watcher = await build({
  configFile: join(root, 'vite.cli.config.ts'),
  logLevel: 'warn',
  build: { watch: {}, outDir: enginePath },
});
if ('on' in watcher) {
  watcher.on('event', (event) => {
    if (event.code === 'END') {
      startEngine();
    } else if (event.code === 'ERROR') {
      console.error(`The engine was not built: ${event.error.message}`);
    }
  });
}

const engineAddress = `http://127.0.0.1:${enginePort}`;
// The engine accepts only requests of its own page, so this server's requests name the engine's address as origin.
const proxied = { target: engineAddress, changeOrigin: true, headers: { origin: engineAddress } };
const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  // Only the socket: this server serves everything else, such as renderer/api/.
  server: { proxy: { '/ws': { ...proxied, ws: true, rewriteWsOrigin: true } } },
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
console.log(`Contexture for development is at\n\n  ${address}#${code}\n\nPress Ctrl+C to stop.`);

// Vite would end the process with its own server, while the engine still writes.
process.removeAllListeners('SIGTERM');
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function startEngine() {
  const previous = engine;
  const start = () => {
    if (isStopping) {
      return;
    }
    const engineArgs = [
      join(enginePath, 'contexture.js'),
      'serve',
      '--no-open',
      '--port',
      String(enginePort),
      ...request,
    ];
    engine = spawn(process.execPath, engineArgs, {
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      env: { ...process.env, CONTEXTURE_SECRET: secret },
      // The engine prints an address that doesn't serve the interface under development.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  if (previous === null || previous.exitCode !== null) {
    start();
  } else {
    previous.once('exit', start);
    previous.kill('SIGTERM');
  }
}

async function stop() {
  isStopping = true;
  const running = engine;
  const hasEnded = running === null || running.exitCode !== null || running.signalCode !== null;
  // The engine writes until it ends.
  const ended = hasEnded ? null : once(running, 'exit');
  running?.kill('SIGTERM');
  await Promise.all([ended, server.close()]);
  process.exit(0);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
