import { build } from './app-build.mjs';
import { ensurePackages } from './packages.mjs';
import { requireNode } from './programs.mjs';

requireNode();
process.exit((await ensurePackages()) && (await build()) ? 0 : 1);
