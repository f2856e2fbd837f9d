import { dirname } from 'node:path';
import type { Files } from '#engine/ports.ts';
import { saying } from './file-errors.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { closeQuietly, dropFile, makeFolderDurably, requireWhole, writeAll } from './staging.ts';
import { appendFlags, createFlags, errnoOf, type OpenFile, type SystemCalls } from './system-calls.ts';
import { statsOrNull } from './target.ts';

/** Files nobody but Contexture writes: readable by this person alone. */
type OwnData = Pick<Files, 'store' | 'discard' | 'appendLine' | 'renameFolder'>;

const fileMode = 0o600;
const folderMode = 0o700;

export function createOwnData(calls: SystemCalls): OwnData {
  async function openIn(path: string, flags: number): Promise<OpenFile> {
    try {
      return await calls.open(path, flags, fileMode);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') {
        throw error;
      }
      await makeFolderDurably(calls, dirname(path), folderMode);
      return await calls.open(path, flags, fileMode);
    }
  }

  async function store(path: string, bytes: Uint8Array): Promise<void> {
    const temporary = leftoverPath('new', path, noHash);
    const file = await openIn(temporary, createFlags);
    try {
      await writeAll(file, bytes, 0);
      await file.sync();
      requireWhole(await file.stat(), bytes, path);
      await file.close();
      await calls.rename(temporary, path);
    } catch (error) {
      await closeQuietly(file);
      await dropFile(calls, temporary);
      throw error;
    }
    await calls.syncFolder(dirname(path));
  }

  /** A line that an interrupted append left unfinished is ended first, so that it spoils itself and not the next. */
  async function appendLine(path: string, line: string): Promise<void> {
    const file = await openIn(path, appendFlags);
    try {
      const { size } = await file.stat();
      const last = new Uint8Array(1);
      const unfinished = size > 0n && (await file.read(last, Number(size) - 1)) === 1 && last[0] !== 0x0a;
      await writeAll(file, new TextEncoder().encode(`${unfinished ? '\n' : ''}${line}\n`), null);
      await file.sync();
    } finally {
      await closeQuietly(file);
    }
  }

  async function discard(path: string): Promise<void> {
    try {
      await calls.unlink(path);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') {
        throw error;
      }
    }
  }

  const isThere = async (path: string): Promise<boolean> => (await statsOrNull(() => calls.lstat(path))) !== null;

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
    discard: (path) => saying({ doing: 'remove', path }, () => discard(path)),
    appendLine: (path, line) => saying({ doing: 'add to', path }, () => appendLine(path, line)),
    renameFolder: (from, to) => saying({ doing: 'rename', path: from }, () => renameFolder(from, to)),
  };
}
