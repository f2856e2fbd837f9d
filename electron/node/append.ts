import { dirname } from 'node:path';
import type { Files } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { sizeInWords } from '#shared/text/counts.ts';
import { saying } from './file-errors.ts';
import { requireFile } from './file-facts.ts';
import { closeQuietly, openInFolder, writeAll } from './staging.ts';
import { appendFlags, noFollow, type OpenFile, type SystemCalls } from './system-calls.ts';

/** Adds lines to the end of a file, in one write that is flushed to the disk. */
export function createAppend(calls: SystemCalls): Pick<Files, 'append'> {
  async function append(path: string, lines: readonly string[], maxBytes: number) {
    // Don't follow a link that replaced the file at the last moment.
    const file = await openInFolder(calls, path, appendFlags | noFollow, 0o600, 0o777);
    try {
      const stats = await file.stat();
      requireFile(stats, path);
      const before = Number(stats.size);
      const bytes = await endedLines(file, before, lines);
      const [from, to] = [before + (bytes[0] === lineEnd ? 1 : 0), before + bytes.length];
      requireRoom(path, to, maxBytes);
      await writeAll(file, bytes, null);
      await file.sync();
      // A full disk is not always reported by the write itself.
      if (Number((await file.stat()).size) < to) {
        throw Object.assign(new Error('The disk did not keep what was written'), { code: 'ENOSPC' });
      }
      if (before === 0) {
        await calls.syncFolder(dirname(path));
      }
      return { from, to };
    } finally {
      await closeQuietly(file);
    }
  }

  const outcome = 'All that stood in it does; of what was to be added, part may.';
  return {
    append: (path, lines, { maxBytes }) =>
      saying({ doing: 'add to', path, outcome }, () => append(path, lines, maxBytes)),
  };
}

const lineEnd = 0x0a;

/** Bytes to append. Ends a line that an interrupted append left unfinished, so that it doesn't spoil the next one. */
export async function endedLines(file: OpenFile, size: number, lines: readonly string[]): Promise<Uint8Array> {
  const last = new Uint8Array(1);
  const unfinished = size > 0 && (await file.read(last, size - 1)) === 1 && last[0] !== lineEnd;
  return new TextEncoder().encode(`${unfinished ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`);
}

function requireRoom(path: string, size: number, maxBytes: number): void {
  if (size > maxBytes) {
    const message = `${path} would become longer than ${sizeInWords(maxBytes)}, which is all that Contexture reads. Nothing was added. Begin another.`;
    throw new ContextureError('too_large', message, { path, size });
  }
}
