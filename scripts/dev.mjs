import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { join, resolve } from 'node:path';
import { whyNoDesktop } from './desktop.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runTool } from './programs.mjs';

// npm run dev [-- FILE-OR-FOLDER] [--web]: with Electron's runtime, the desktop app from its source: the page reloads live,
// and the app starts again at each change to what it runs. Without, or with --web, in a browser: the interface from its source with live reload, and the engine behind it, built and
// started again at each change to electron/ or shared/. The address stays the same all the while.

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
    // Beside what `npm run build` made: that is not to be taken for it.
    const where = ['--outDir', 'out/dev', '--entry', 'out/dev/main/main.js'];
    process.exit(await runTool('electron-vite', ['dev', '--watch', ...where, '--', ...request], { env }));
  }
  console.log(`The desktop app can’t be shown (${why}), so this is Contexture in a browser.`);
}
const request = args.some((arg) => !arg.startsWith('-')) ? args : ['--sample', ...args];
const secret = randomBytes(32).toString('base64url');
// A code as the engine makes them: each time the page is opened anew, this has to be started again, and not for a reload.
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
// The engine takes its own page's requests only; to it, those of this server's page are to look like that.
const proxied = { target: engineAddress, changeOrigin: true, headers: { origin: engineAddress } };
const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  // Only the socket: everything else, renderer/api/ for one, is this server's own.
  server: { proxy: { '/ws': { ...proxied, ws: true, rewriteWsOrigin: true } } },
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? '';
console.log(`Contexture for development is at\n\n  ${address}#${code}\n\nPress Ctrl+C to stop.`);

// Vite would end the process as soon as its own server has, while the engine still writes.
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
      // What it prints is an address without the interface under development.
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
  // It writes until it has ended.
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
