import { ensureBuild } from './app-build.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode, runTool } from './programs.mjs';

// npm run screenshots: every view in both themes and four sizes, into screenshots/.

requireNode();
if (!(await ensurePackages()) || !(await ensureBuild())) {
  process.exit(1);
}
process.exit(await runTool('playwright', ['test', '--config', 'e2e/screenshots.config.ts', ...process.argv.slice(2)]));
