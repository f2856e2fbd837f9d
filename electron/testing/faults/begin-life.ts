import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';
import { filesBefore } from './kinds-of-write.ts';
import type { Place } from './left-behind.ts';

/** A workspace with contents and an empty data folder, for the duration of the running test. */
export function beginLife(folder = temporaryFolder(), files: Readonly<Record<string, string>> = filesBefore): Place {
  const place = { root: join(folder, 'notes'), dataFolder: join(folder, 'data') };
  mkdirSync(place.root, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(place.root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return place;
}
