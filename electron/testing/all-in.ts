import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything in a folder: names, kinds, bytes, modes, times to the millisecond. */
export const allIn = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()].map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const bytes = stats.isFile() ? readFileSync(path).toString('hex') : null;
    return { name, bytes, mode: stats.mode, modifiedAt: Math.floor(stats.mtimeMs) };
  });
