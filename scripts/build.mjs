import { build, out } from './app-build.mjs';
import { printSizes } from './built-sizes.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode } from './programs.mjs';

requireNode();
if (!(await ensurePackages()) || !(await build())) {
  process.exit(1);
}
printSizes(out);
