import { ensureBuild } from './app-build.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, runTool } from './programs.mjs';

// npm run check:desktop: packs the desktop app over Electron's runtime and takes the ten steps of docs/desktop.md with it.

requireNode();
if (!(await ensurePackages()) || !(await ensureBuild())) {
  process.exit(1);
}
if (electronRuntime() === null) {
  console.error(
    'Electron’s runtime is not here, so nothing was checked. Fetch it by: node node_modules/electron/install.js',
  );
  process.exit(1);
}
process.exit(await runTool('playwright', ['test', '--project=electron', '--workers=1', 'e2e/desktop-package.spec.ts']));
