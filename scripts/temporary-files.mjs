import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What says, on one system or another, where temporary files go. */
const places = ['TMPDIR', 'TEMP', 'TMP'];
const used = 'CONTEXTURE_TEMPORARY_FILES';

/**
 * Has this process, and what it starts from now on, put temporary files into a folder of this run, so that none stays
 * whatever becomes of the tests. Within such a run nothing is done.
 * @returns {{ leftBehind(): string[], remove(): void }} what stands there of ours, each with what is in it, and the end of it
 */
export function keepTemporaryFilesTogether() {
  if (process.env[used]) {
    return { leftBehind: () => [], remove: () => {} };
  }
  // A short name: the paths of sockets below it may have about a hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'ctx-'));
  for (const name of [...places, used]) {
    process.env[name] = folder;
  }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  // Also where the run is broken off.
  process.on('exit', remove);
  const leftBehind = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('contexture-'))
      .map((name) => [name, ...readdirSync(join(folder, name), { recursive: true })].join(' '));
  return { leftBehind, remove };
}
