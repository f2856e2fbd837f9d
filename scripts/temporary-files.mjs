import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Variables that name the folder of temporary files, on one system or another. */
const places = ['TMPDIR', 'TEMP', 'TMP'];
const used = 'CONTEXTURE_TEMPORARY_FILES';
/** A folder in memory, on Linux. */
const memory = '/dev/shm';
const roomInMemory = 2 ** 31;

/**
 * Makes this process, and those it starts, put temporary files into a folder of this run, so that none stays however
 * the tests end. Does nothing within such a run.
 * @returns {{ leftBehind(): string[], remove(): void }} our files in the folder, with their contents; its removal
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
  // Also if the run is interrupted.
  process.on('exit', remove);
  const leftBehind = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('contexture-'))
      .map((name) => [name, ...readdirSync(join(folder, name), { recursive: true })].join(' '));
  return { leftBehind, remove };
}

/**
 * Folder in memory if there is room, unless the person named another. Waiting for the disk after each durable write
 * would show nothing, as no test cuts the power.
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
