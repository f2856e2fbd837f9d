import { findAppFiles } from '#node/app-folder.ts';
import { terminal } from './terminal.ts';

const app = findAppFiles(import.meta.url);
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Load neither the engine nor the parser of options: the version needs none.
  terminal.write(`${app.version}\n`);
} else {
  const { runInTerminal } = await import('./command-line/run-in-terminal.ts');
  await runInTerminal(app, args);
}
