import { ensureBuild } from './app-build.mjs';
import { runDesktop } from './desktop.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, runTool } from './programs.mjs';

// npm start [-- FILE-OR-FOLDER]: everything from a fresh clone to the open app.

const help = `npm start [-- FILE-OR-FOLDER] [options]

Opens a memory in the desktop app, or in a browser if the desktop app can’t run.
Without a file or folder, it opens a sample.

  --web        in a browser right away
  --port N     in a browser, served at this port
  --no-open    served for a browser, without opening one
`;

requireNode();
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(help);
  process.exit(0);
}
const asksForWeb = args.some((arg) => ['--web', '--port', '--no-open'].includes(arg) || arg.startsWith('--port='));
const given = args.filter((arg) => arg !== '--web');
const names = given.filter((arg, index) => !arg.startsWith('-') && given[index - 1] !== '--port');
const request = names.length === 0 && !given.includes('--sample') ? ['--sample', ...given] : given;
// A relative path starts from the person's folder; npm itself runs in the checkout.
const folder = process.env['INIT_CWD'] ?? process.cwd();

if (!(await ensurePackages()) || !(await ensureBuild())) {
  process.exit(1);
}
if (!asksForWeb) {
  const desktop = await runDesktop(request, folder);
  if (desktop.opened) {
    process.exit(0);
  }
  console.log(`The desktop app can’t be shown (${desktop.why}), so Contexture opens in a browser instead.`);
}
process.exit(await runTool('contexture', ['serve', ...request], { cwd: folder }));
