import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { PackedFolder } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { leftoverPath, noHash } from '../leftover-names.ts';
import { dropFile, makeFolderDurably, openInFolder, orNothing, writeAll } from '../staging.ts';
import { createFlags, type SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import { removeTree, unpackInto } from './folders.ts';
import { folderIn, readTar, type TarEntry, writeTar } from './tar.ts';
import { type Contents, contentsOf, hasAllContents, hashOfParts, partsOf, stampOf, walk } from './walk.ts';

/** Maximum bytes of an archived file that is read into memory. */
const maxReadBytes = 64 * 1024 * 1024;

const entriesIn = (calls: SystemCalls, archive: string): AsyncGenerator<TarEntry> =>
  readTar(archive, partsOf(calls, archive));

/** @param named path of the archive that the folder in it is named after */
export async function contentsIn(calls: SystemCalls, archive: string, named = archive): Promise<Contents> {
  const contents = new Map<string, string>([['', '']]);
  for await (const { path, kind, parts } of readTar(named, partsOf(calls, archive))) {
    contents.set(path, kind === 'folder' ? '' : await hashOfParts(parts));
  }
  return contents;
}

type NewArchive = {
  readonly entries: AsyncIterable<TarEntry>;
  /** Contents of the archive, complete once it is written. */
  readonly expected: Contents;
  /** Mode of a file that the same people may read. */
  readonly mode: number;
};

/** Writes an archive under a hidden name and reads it back. */
async function stage(calls: SystemCalls, archive: string, { entries, expected, mode }: NewArchive) {
  const staged = leftoverPath('new', archive, noHash);
  const file = await openInFolder(calls, staged, createFlags, 0o600, 0o777);
  return orNothing(calls, file, staged, async () => {
    const hash = createHash('sha256');
    let bytes = 0;
    await writeTar(folderIn(archive), entries, async (part) => {
      await writeAll(file, part, bytes);
      hash.update(part);
      bytes += part.length;
    });
    await file.chmod((mode & 0o666) | 0o600);
    await file.sync();
    await file.close();
    const readBack = await contentsIn(calls, staged, archive);
    if (!hasAllContents(readBack, expected) || !hasAllContents(expected, readBack)) {
      throw writtenOtherwiseError(archive);
    }
    return { staged, bytes, hash: hash.digest('hex') };
  });
}

export async function pack(calls: SystemCalls, folder: string, archive: string): Promise<PackedFolder> {
  const items = await itemsIn(calls, folder);
  const stamp = stampOf(items);
  async function isStill(): Promise<boolean> {
    const now = await ifThere(() => walk(calls, folder));
    return now !== null && stampOf(now) === stamp;
  }
  const mode = items.find(({ path }) => path === 'context.json')?.mode ?? 0;
  const read = new Map<string, string>();
  async function* entries(): AsyncGenerator<TarEntry> {
    for (const item of items) {
      const hash = createHash('sha256');
      yield { ...item, parts: noting(partsOf(calls, join(folder, item.path)), hash) };
      read.set(item.path, item.kind === 'folder' ? '' : hash.digest('hex'));
    }
  }
  let staged: string | null = null;
  try {
    const packed = await stage(calls, archive, { entries: entries(), expected: read, mode });
    staged = packed.staged;
    if (await isStill()) {
      const severalNames = items.flatMap(({ path, hasOtherNames }) => (hasOtherNames ? [path] : []));
      return { ...packed, stamp, severalNames };
    }
    await dropFile(calls, staged);
  } catch (error) {
    await (staged === null ? null : dropFile(calls, staged));
    if (await isStill()) {
      throw error;
    }
  }
  throw changedError(folder);
}

/** @throws `busy` if the folder is missing: another process of ours may just have archived it */
async function itemsIn(calls: SystemCalls, folder: string) {
  const items = await ifThere(() => walk(calls, folder));
  if (items === null) {
    throw changedError(folder);
  }
  return items;
}

function changedError(folder: string): ContextureError {
  const message = `${folder} was changed while it was packed. Nothing was changed. Try again in a moment.`;
  return new ContextureError('busy', message, { path: folder }, { retry: true });
}

async function* noting(parts: AsyncIterable<Uint8Array>, hash: { update(part: Uint8Array): unknown }) {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

export async function unpack(calls: SystemCalls, archive: string, folder: string) {
  const staged = leftoverPath('new', folder, noHash);
  await makeFolderDurably(calls, dirname(folder), 0o777);
  try {
    const expected = await unpackInto(calls, staged, entriesIn(calls, archive));
    const readBack = await contentsOf(calls, staged);
    if (!hasAllContents(readBack, expected) || !hasAllContents(expected, readBack)) {
      throw writtenOtherwiseError(folder);
    }
    return { staged, hash: await hashOfParts(partsOf(calls, archive)) };
  } catch (error) {
    await removeTree(calls, staged).catch(() => {});
    throw error;
  }
}

export async function rewrite(calls: SystemCalls, archive: string, files: ReadonlyMap<string, Uint8Array>) {
  const mode = Number((await calls.lstat(archive)).mode & 0o777n);
  const expected = new Map<string, string>([['', '']]);
  async function* rewritten(): AsyncGenerator<TarEntry> {
    for await (const entry of entriesIn(calls, archive)) {
      const bytes = files.get(entry.path);
      const hash = createHash('sha256');
      const size = bytes === undefined ? entry.size : bytes.length;
      yield { ...entry, size, parts: noting(bytes === undefined ? entry.parts : only(bytes), hash) };
      expected.set(entry.path, entry.kind === 'folder' ? '' : hash.digest('hex'));
    }
  }
  const { staged, bytes, hash } = await stage(calls, archive, { entries: rewritten(), expected, mode });
  try {
    await calls.rename(staged, archive);
  } catch (error) {
    await dropFile(calls, staged);
    throw error;
  }
  await calls.syncFolder(dirname(archive));
  return { bytes, hash };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export async function* read(calls: SystemCalls, archive: string, wanted: (path: string, size: number) => boolean) {
  for await (const { path, kind, size, parts } of entriesIn(calls, archive)) {
    if (kind === 'file' && wanted(path, size)) {
      if (size > maxReadBytes) {
        const message = `${path} in ${archive} is over 64 MB, so it is not looked into.`;
        throw new ContextureError('too_large', message, { path: archive, size });
      }
      const chunks: Uint8Array[] = [];
      for await (const part of parts) {
        chunks.push(part);
      }
      yield { path, bytes: new Uint8Array(Buffer.concat(chunks)) };
    }
  }
}

function writtenOtherwiseError(path: string): ContextureError {
  const message = `What was written to ${path} does not read back as it should. Nothing was changed. Check the disk, then try again.`;
  return new ContextureError('io_failed', message, { path }, { retry: true });
}
