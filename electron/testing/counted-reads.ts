import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { systemCalls } from '#node/system-calls.ts';

/**
 * Records every file that is opened for reading in a folder until it is stopped.
 * @returns their paths, one per opening
 */
export function countReads(folder: string): { readonly read: readonly string[]; end(): void } {
  const read: string[] = [];
  const note = (path: unknown): void => {
    if (String(path).startsWith(folder)) {
      read.push(String(path));
    }
  };
  const calls = systemCalls as { open: typeof systemCalls.open };
  const { readFileSync } = fs;
  const { open } = calls;
  fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
    note(given[0]);
    return readFileSync(...given);
  }) as typeof readFileSync;
  calls.open = (path, ...more) => {
    note(path);
    return open(path, ...more);
  };
  syncBuiltinESMExports();
  return {
    read,
    end() {
      fs.readFileSync = readFileSync;
      calls.open = open;
      syncBuiltinESMExports();
    },
  };
}
