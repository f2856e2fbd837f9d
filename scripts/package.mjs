import { ensureBuild } from './app-build.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, runTool } from './programs.mjs';

// npm run package: the packages of the desktop app for the system it runs on, in out/packages.

requireNode();
if (!(await ensurePackages()) || !(await ensureBuild())) {
  process.exit(1);
}
const options = ['--config', 'electron-builder.config.mjs', '--publish', 'never'];
process.exit(await runTool('electron-builder', [...options, ...process.argv.slice(2)]));
