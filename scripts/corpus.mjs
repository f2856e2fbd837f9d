import { join } from 'node:path';
import { ensurePackages } from './packages.mjs';
import { requireNode, root, runNode, runTool } from './programs.mjs';

// npm run corpus -- FOLDER: checks memories that others wrote against the laws of the formats; see bench/corpus/corpus.ts.

requireNode();
const built =
  (await ensurePackages()) &&
  (await runTool('vite', ['build', '--config', 'vite.bench.config.ts', '--mode', 'corpus', '--logLevel', 'warn'])) ===
    0;
process.exitCode = built ? await runNode([join(root, '.cache', 'corpus.mjs'), ...process.argv.slice(2)]) : 1;
