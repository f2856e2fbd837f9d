import { toContextureError } from '#shared/contract/errors.ts';
import type { History, NewVersion } from '../history/history.ts';
import { isVersion } from '../history/history-lines.ts';
import { type Ports, sameFile } from '../ports.ts';
import type { IndexedFile } from './archive-file.ts';

export type ArchiveKeepingOptions = {
  readonly history: History;
  readonly root: string;
  /** The archive's folder; null for a memory that has none. */
  readonly folder: string | null;
  /** Name of a file in the history, and whether it is that of an archive. */
  readonly labelOf: (path: string) => string;
  readonly isArchive: (file: string) => boolean;
  /** So that what was read is kept before what is written over it. */
  readonly enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called in turn once the history has what was read. */
  readonly onKept: () => Promise<void>;
};

/** Versions kept at a time: a person's save may be waiting. */
const batch = 10;

/**
 * Keeps in the history what was read of the archive, and that files of it are gone. There may be thousands, so it is done
 * while nobody waits for it; what an end cuts off is done after the next reading.
 */
export function createArchiveKeeping(ports: Ports, options: ArchiveKeepingOptions) {
  const { history, root, folder, labelOf, isArchive, enqueue, onKept } = options;
  const { files, paths } = ports;
  let work: Promise<void> = Promise.resolve();
  let ended = false;
  const pathOf = (name: string): string => paths.join(folder ?? root, name);

  /** What was read, unless it has been written over since. */
  async function versionOf({ name, document, info }: IndexedFile): Promise<NewVersion[]> {
    const path = pathOf(name);
    const now = document && (await files.info(path));
    if (document === null || now === null || !sameFile(now, info)) {
      return [];
    }
    const bytes = ports.encodeText(document.text);
    const by = { file: labelOf(path), who: 'outside' as const, action: 'read' };
    return [{ ...by, at: ports.clock.now(), hash: ports.hash(bytes), bytes, document }];
  }

  async function deleted(names: ReadonlySet<string>): Promise<NewVersion[]> {
    const bytes = new Uint8Array();
    const hash = ports.hash(bytes);
    const latest = new Map((await history.lines()).filter(isVersion).map((line) => [line.file, line]));
    const gone: NewVersion[] = [];
    for (const { file, hash: last } of latest.values()) {
      const name = paths.basename(file);
      const isGone = isArchive(file) && last !== hash && !names.has(name) && (await files.info(pathOf(name))) === null;
      if (isGone) {
        gone.push({ at: ports.clock.now(), file, who: 'outside', action: 'deleted', hash, bytes });
      }
    }
    // Where the workspace's own folder is not there, nothing in it was deleted.
    return gone.length > 0 && (await files.info(root)) !== null ? gone : [];
  }

  async function keep(read: readonly IndexedFile[], names: ReadonlySet<string>): Promise<void> {
    for (let start = 0; start < read.length && !ended; start += batch) {
      await enqueue(async () => {
        const versions = await Promise.all(read.slice(start, start + batch).map(versionOf));
        await history.keepAll(versions.flat());
      });
    }
    if (!ended) {
      await enqueue(async () => {
        await history.keepAll(await deleted(names));
        await onKept();
      });
    }
  }

  return {
    /** Takes in what was read anew, and the names of all files there are. */
    takeIn(read: readonly IndexedFile[], names: ReadonlySet<string>): void {
      work = work
        .then(() => keep(read, names))
        .catch((error: unknown) => {
          ports.log('warn', `The archive could not be kept in the history: ${toContextureError(error).message}`);
        });
    },
    /** Stops after what is being kept, and waits for that. */
    async end(): Promise<void> {
      ended = true;
      await work;
    },
  };
}
