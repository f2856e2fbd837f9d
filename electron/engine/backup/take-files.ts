import type { BackupFile, BackupManifest } from '#shared/backup/manifest.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { CancellationToken } from '../cancellation.ts';
import { type FileInfo, type FileToPack, type Ports, sameFile } from '../ports.ts';
import { dataOfMemory, filesOfApp, filesOfMemory, type SourceFile } from './files-of.ts';
import type { KnownMemories, KnownMemory } from './known-memories.ts';

/** Files up to this size are read at once, so that they are of one moment. */
const wholeBytes = 16 * 1024 * 1024;
/** Bytes of the largest file that is backed up from a memory’s folder: restoring it has to hold it. */
export const maxMemoryFileBytes = 256 * 1024 * 1024;
const partBytes = 1024 * 1024;
const maxAttempts = 3;

export const inOne = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
};

export const toPack = (
  name: string,
  modifiedAt: number,
  parts: AsyncIterable<Uint8Array>,
  onPacked: FileToPack['onPacked'] = () => undefined,
): FileToPack => ({ name, modifiedAt, parts, onPacked, isDense: /\.(?:gz|zst|zip)$/.test(name) });

type TakenFile = BackupFile & { readonly info: FileInfo };

type NoteLeftOut = (path: string, why: string) => void;
type Reader = ReturnType<typeof createReader>;

/** Reads files, and remembers in which state they were. */
function createReader(ports: Ports, token: CancellationToken, leave: NoteLeftOut) {
  const { files } = ports;
  const taken = new Map<string, TakenFile>();
  const progress = { done: 0, total: 0 };
  const checkCancelled = (): void => {
    if (token.cancelled()) {
      throw new ContextureError('cancelled', 'The backup was stopped. Nothing was written.');
    }
  };

  async function* parts(path: string, size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; ) {
      checkCancelled();
      const part = await files.readPart(path, at, Math.min(partBytes, size - at));
      if (part === null || part.bytes.length === 0) {
        return;
      }
      yield part.bytes;
      at += part.bytes.length;
    }
  }

  /** Reads a file at one moment. @returns null if it is gone */
  async function readWhole({ path, from, role }: SourceFile, zipName = path): Promise<FileToPack | null> {
    const read = await files.read(from, { maxBytes: 2 * wholeBytes });
    if (read.state === 'absent') {
      taken.delete(path);
      return null;
    }
    const { info, hash, bytes } = read;
    const renamed = zipName === path ? {} : { zipName };
    taken.set(path, {
      ...{ path, role, size: bytes.length, sha256: hash, modifiedAt: info.modifiedAt, info },
      ...renamed,
    });
    return toPack(zipName, info.modifiedAt, inOne(bytes));
  }

  /** Copies a large file part by part, again if it was changed meanwhile. Of one that only grew, the beginning is whole. */
  async function* takeLarge({ path, from, role }: SourceFile): AsyncGenerator<FileToPack> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const info = await files.info(from);
      if (info === null) {
        return;
      }
      const zipName = attempt === 1 ? path : `again/${attempt}/${path}`;
      let facts = { bytes: 0, hash: '' };
      yield toPack(zipName, info.modifiedAt, parts(from, info.size), (packed) => {
        facts = packed;
      });
      const after = await files.info(from);
      const hasGrown = from.endsWith('.jsonl') && after?.identity === info.identity && after.size >= info.size;
      if (facts.bytes === info.size && (sameFile(info, after) || hasGrown)) {
        const { modifiedAt } = info;
        taken.set(path, { path, role, size: info.size, sha256: facts.hash, modifiedAt, zipName, info: after ?? info });
        return;
      }
    }
    leave(from, 'It kept changing while it was read.');
  }

  async function* take(file: SourceFile): AsyncGenerator<FileToPack> {
    checkCancelled();
    try {
      const info = await files.info(file.from);
      if (info !== null && info.size > maxMemoryFileBytes && /^memories\/\d+\/files\//.test(file.path)) {
        leave(file.from, 'It is larger than 256 MB.');
      } else if (info !== null && info.size > wholeBytes) {
        yield* takeLarge(file);
      } else {
        const whole = await readWhole(file);
        if (whole !== null) {
          yield whole;
        }
      }
      progress.done += info?.size ?? 0;
      token.progress({ ...progress, total: Math.max(progress.total, progress.done) });
    } catch (error) {
      const { code, message } = toContextureError(error);
      if (code === 'cancelled') {
        throw error;
      }
      leave(file.from, message);
    }
  }

  return { taken, progress, checkCancelled, readWhole, take };
}

/** Copies the files of memories and those for all of them, which is nothing until `all` is taken. */
export function createTaking(
  ports: Ports,
  token: CancellationToken,
  { memories, leftOut: missing, sampleData }: KnownMemories,
) {
  const { files } = ports;
  const leftOut: BackupManifest['leftOut'] = [...missing];
  const leave: NoteLeftOut = (path, why) => {
    if (!leftOut.some((one) => one.path === path)) {
      leftOut.push({ path, why });
    }
  };
  const { taken, progress, checkCancelled, readWhole, take }: Reader = createReader(ports, token, leave);

  async function* filesNow(number: number, memory: KnownMemory): AsyncGenerator<SourceFile> {
    yield* filesOfMemory(ports, number, memory, leave);
    yield* dataOfMemory(ports, number, memory, leave);
  }

  /** Reads again what changed since, while nobody of ours writes. */
  async function changedSince(number: number, memory: KnownMemory): Promise<FileToPack[]> {
    const { lockPath } = memory.layout;
    const again: FileToPack[] = [];
    const read = async (): Promise<void> => {
      const gone = new Set([...taken.keys()].filter((path) => path.startsWith(`memories/${number + 1}/`)));
      for await (const file of filesNow(number, memory)) {
        gone.delete(file.path);
        const before = taken.get(file.path);
        // Texts of the history never change under their name.
        const isKnown = before !== undefined && file.path.endsWith('.gz');
        const info = isKnown ? null : await files.info(file.from);
        if (info !== null && !sameFile(info, before?.info ?? null) && info.size <= wholeBytes) {
          const whole = await readWhole(file, `again/1/${file.path}`).catch(() => null);
          again.push(...(whole === null ? [] : [whole]));
        }
      }
      for (const path of gone) {
        taken.delete(path);
      }
    };
    // Looking makes no lock: where there is none, nobody of ours has ever written.
    await ((await files.info(lockPath)) === null ? read() : ports.lock.hold(lockPath, read));
    return again;
  }

  return {
    async *all(): AsyncGenerator<FileToPack> {
      const known = new Set([...memories.map(({ facts }) => facts.data), sampleData ?? '']);
      const sources: SourceFile[] = [];
      const list = async (some: AsyncIterable<SourceFile>): Promise<void> => {
        for await (const file of some) {
          checkCancelled();
          sources.push(file);
          progress.total += (await files.info(file.from))?.size ?? 0;
        }
      };
      for (const [number, memory] of memories.entries()) {
        await list(filesNow(number, memory));
      }
      await list(filesOfApp(ports, known, leave));
      for (const file of sources) {
        yield* take(file);
      }
      for (const [number, memory] of memories.entries()) {
        yield* await changedSince(number, memory);
      }
    },
    taken: (): BackupFile[] => [...taken.values()].map(({ info: _, ...file }) => file),
    leftOut: () => leftOut,
  };
}
