import { join } from 'node:path';
import { ensureBuild } from './app-build.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runNode, runTool } from './programs.mjs';

// npm run bench: one benchmark for each row of the table of targets; bench/bench.ts lists its arguments.

requireNode();
const built =
  (await ensurePackages()) &&
  (await ensureBuild()) &&
  (await bundle('vite.bench.config.ts')) &&
  (await bundle('vite.bench-page.config.ts')) &&
  (await bundle('vite.bench-page.config.ts', '--mode', 'one-row'));
process.exitCode = built
  ? await runNode(['--expose-gc', join(root, '.cache', 'bench.mjs'), ...process.argv.slice(2)])
  : 1;

/**
 * @param {string} config
 * @param {...string} options
 */
async function bundle(config, ...options) {
  return (await runTool('vite', ['build', '--config', config, '--logLevel', 'warn', ...options])) === 0;
}
