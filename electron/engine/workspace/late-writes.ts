import { toContextureError } from '#shared/contract/errors.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type Bytes, versionOf } from '../app-files/file-version.ts';
import type { Displaced, Ports } from '../ports.ts';

export type LateWritesOptions = {
  readonly contextPath: string;
  readonly enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** What may be kept of a version that is displaced now: what is being erased is not, even if that is over by then. */
  readonly asKept: () => (path: string, version: Bytes) => Bytes;
  /** Puts a version into the history. */
  readonly keep: (path: string, version: Bytes) => Promise<void>;
  /** Merges what came from one version to the next into the context file. */
  readonly merge: (before: MemoryDocument, after: MemoryDocument) => Promise<unknown>;
  readonly onUnmerged: (message: string) => void;
};

/** Displaced versions that have their second look before them: a program that held one open may finish writing there. */
export type LateWrites = {
  /** @param late what another program made of it, some time later; null if nothing */
  lookAgainAt(path: string, displaced: Bytes, late: Displaced['late']): void;
  /** Once all that are known now have had their look. */
  settled(): Promise<void>;
};

export function createLateWrites(ports: Ports, options: LateWritesOptions): LateWrites {
  const { contextPath, enqueue, keep, merge } = options;
  const waiting = new Set<Promise<unknown>>();

  /** What another program added to a version that we had displaced is merged in by entry. */
  async function takeIn(path: string, displaced: Bytes, grown: Bytes): Promise<void> {
    try {
      await keep(path, grown);
      if (path === contextPath) {
        const read = (version: Bytes): MemoryDocument => readContext(versionOf(ports, path, version).text);
        await merge(read(displaced), read(grown));
      }
    } catch (error) {
      ports.log('warn', `What another program wrote late could not be merged: ${toContextureError(error).code}.`);
      options.onUnmerged(
        `Another program wrote to ${path} while it was being saved, and not all of it could be merged. Its version is kept in the history.`,
      );
    }
  }

  return {
    lookAgainAt(path, displaced, late) {
      const asKept = options.asKept();
      const over = late.then(async (bytes) => {
        if (bytes) {
          const before = asKept(path, displaced);
          const grown = asKept(path, { bytes, hash: ports.hash(bytes) });
          await enqueue(() => takeIn(path, before, grown));
        }
      });
      waiting.add(over);
      void over.finally(() => waiting.delete(over));
    },
    async settled() {
      await Promise.all(waiting);
    },
  };
}
