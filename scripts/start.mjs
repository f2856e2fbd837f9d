import { ensureBuild } from './app-build.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, runTool } from './programs.mjs';

// npm start [-- FILE-OR-FOLDER] [--port N] [--no-open]: everything from a fresh clone to the open app.

requireNode();
const args = process.argv.slice(2);
const names = args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--port');
const request = names.length === 0 && !args.includes('--sample') ? ['--sample', ...args] : args;

if (!(await ensurePackages()) || !(await ensureBuild())) {
  process.exit(1);
}
// A relative path is meant from where the person stands; npm itself runs in the checkout.
const code = await runTool('contexture', ['serve', ...request], { cwd: process.env['INIT_CWD'] ?? process.cwd() });
process.exit(code);
