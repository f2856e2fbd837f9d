import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Files } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { endedLines } from './append.ts';
import { saying } from './file-errors.ts';
import { requireFile } from './file-facts.ts';
import { sha256 } from './hash.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { closeQuietly, makeFolderDurably, openInFolder, orNothing, requireWhole, writeAll } from './staging.ts';
import { appendFlags, createFlags, errnoOf, type OpenFile, readFlags, type SystemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

/** Calls for files that only Contexture writes: readable by this person alone. */
type OwnData = Pick<Files, 'store' | 'storeCopy' | 'storeParts' | 'discard' | 'appendLine' | 'renameFolder'> & {
  /** Stores a file that other programs of this person may run. */
  readonly storeProgram: Files['store'];
};

const fileMode = 0o600;
const programMode = 0o700;
const folderMode = 0o700;
const copiedAtOnce = 1024 * 1024;

export function createOwnData(calls: SystemCalls): OwnData {
  const openIn = (path: string, flags: number, mode = fileMode): Promise<OpenFile> =>
    openInFolder(calls, path, flags, mode, folderMode);

  async function store(path: string, bytes: Uint8Array, mode = fileMode): Promise<void> {
    const temporary = leftoverPath('new', path, noHash);
    const file = await openIn(temporary, createFlags, mode);
    await orNothing(calls, file, temporary, async () => {
      await writeAll(file, bytes, 0);
      await file.sync();
      requireWhole(await file.stat(), bytes.length, path);
      await file.close();
      await calls.rename(temporary, path);
    });
    await calls.syncFolder(dirname(path));
  }

  async function storeParts(path: string, parts: AsyncIterable<Uint8Array>) {
    const temporary = leftoverPath('new', path, noHash);
    const file = await openIn(temporary, createFlags);
    return orNothing(calls, file, temporary, async () => {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of parts) {
        await writeAll(file, part, bytes);
        hash.update(part);
        bytes += part.length;
      }
      await file.sync();
      requireWhole(await file.stat(), bytes, path);
      await file.close();
      await calls.rename(temporary, path);
      await calls.syncFolder(dirname(path));
      return { bytes, hash: hash.digest('hex') };
    });
  }

  async function storeCopy(from: string, to: string) {
    const source = await ifThere(() => calls.open(from, readFlags));
    if (source === null) {
      return null;
    }
    try {
      const stats = await source.stat();
      requireFile(stats, from);
      return await storeParts(to, partsOf(source, Number(stats.size), from));
    } finally {
      await closeQuietly(source);
    }
  }

  async function appendLine(path: string, line: string): Promise<void> {
    const file = await openIn(path, appendFlags);
    try {
      const { size } = await file.stat();
      await writeAll(file, await endedLines(file, Number(size), [line]), null);
      await file.sync();
    } finally {
      await closeQuietly(file);
    }
  }

  const isThere = async (path: string): Promise<boolean> => (await ifThere(() => calls.lstat(path))) !== null;

  async function renameFolder(from: string, to: string): Promise<void> {
    // Looked up first because a rename would silently take the place of an empty folder.
    if (!(await isThere(from)) || (await isThere(to))) {
      return;
    }
    await makeFolderDurably(calls, dirname(to), folderMode);
    try {
      await calls.rename(from, to);
    } catch (error) {
      // Another process of ours may have been faster.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '') || !(await isThere(to))) {
        throw error;
      }
    }
    await calls.syncFolder(dirname(to));
  }

  return {
    store: (path, bytes) => saying({ doing: 'store', path }, () => store(path, bytes)),
    storeProgram: (path, bytes) => saying({ doing: 'store', path }, () => store(path, bytes, programMode)),
    storeCopy: (from, to) => saying({ doing: 'copy', path: from }, () => storeCopy(from, to)),
    storeParts: (path, parts) => saying({ doing: 'store', path }, () => storeParts(path, parts)),
    discard: async (path) => {
      await saying({ doing: 'remove', path }, () => ifThere(() => calls.unlink(path)));
    },
    appendLine: (path, line) => saying({ doing: 'add to', path }, () => appendLine(path, line)),
    renameFolder: (from, to) => saying({ doing: 'rename', path: from }, () => renameFolder(from, to)),
  };
}

/** Reads parts into the same buffer. @throws `io_failed` if the source has become shorter */
async function* partsOf(source: OpenFile, length: number, path: string): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(length, copiedAtOnce));
  for (let at = 0; at < length; ) {
    const got = await source.read(buffer.subarray(0, Math.min(buffer.length, length - at)), at);
    if (got === 0) {
      const message = `${path} became shorter while it was copied. Nothing was kept of it. Try again.`;
      throw new ContextureError('io_failed', message, { path }, { retry: true });
    }
    yield buffer.subarray(0, got);
    at += got;
  }
}

/** Keeps versions that an interrupted write had superseded, with a line in `index.jsonl` for each. */
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
