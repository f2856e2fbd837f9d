import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredText } from '#shared/storages/driver.ts';

/** Data that a careless program stores under a key: the file of that name; nothing for an empty one. */
export function readStoredText(folder: string, key: string): StoredText | null {
  const path = join(folder, key);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text === '' ? null : { text, version: text };
}
