import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredText } from '#shared/storages/driver.ts';

/** What a program that thinks of nothing keeps under a key: the file of that name; nothing where that is empty. */
export function readKept(folder: string, key: string): StoredText | null {
  const path = join(folder, key);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text === '' ? null : { text, version: text };
}
