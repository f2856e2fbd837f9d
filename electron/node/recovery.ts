import { basename, join } from 'node:path';
import { sha256 } from './hash.ts';
import { createOwnData } from './own-data.ts';
import type { SystemCalls } from './system-calls.ts';

/** Keeps versions that an interrupted write had displaced, with a line in `index.jsonl` for each. */
export function createRecovery(
  calls: SystemCalls,
  folder: string,
  onRecovered: (target: string) => void,
): (target: string, bytes: Uint8Array) => Promise<void> {
  const data = createOwnData(calls);
  return async (target, bytes) => {
    const name = `${sha256(bytes).slice(0, 16)}-${basename(target)}`;
    await data.store(join(folder, name), bytes);
    const line = { found: new Date().toISOString(), target, name };
    await data.appendLine(join(folder, 'index.jsonl'), JSON.stringify(line));
    onRecovered(target);
  };
}
