import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './programs.mjs';

/**
 * Path of Electron's program, if its runtime is here. The package is only a way to get it: it is fetched on first use.
 * Asking the package itself for the path would do that at once.
 * @returns {string | null}
 */
export function electronRuntime() {
  const folder = join(root, 'node_modules', 'electron');
  const named = join(folder, 'path.txt');
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const program = existsSync(named) ? readFileSync(named, 'utf8') : 'electron';
  const path = join(elsewhere || join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}
