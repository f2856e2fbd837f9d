import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What says, on one system or another, where temporary files go. */
const places = ['TMPDIR', 'TEMP', 'TMP'];
const used = 'CONTEXTURE_TEMPORARY_FILES';
/** A folder in memory, on Linux. */
const memory = '/dev/shm';
const roomInMemory = 2 ** 31;

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
  const folder = mkdtempSync(join(whereFilesAreFast(), 'ctx-'));
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

/**
 * Waiting for the disk at each write that has to last shows nothing: no test takes the power away. So what tests write
 * stands in memory where there is room, unless the person named a place.
 */
function whereFilesAreFast() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    return places.some((name) => process.env[name]) || bavail * bsize < roomInMemory ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}
