import { z } from 'zod';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

const seenStateSchema = z.strictObject({ key: z.string().nullable(), hashes: z.array(z.string().nullable()) });
const seenSchema = z.strictObject({ storages: z.record(z.string(), seenStateSchema) });
type SeenRecord = z.infer<typeof seenSchema>;

/** State of a storage: the hash of its content, or null if it is missing. */
export type SeenAs = { readonly file: string; readonly key: string | null; readonly hash: string | null };

/** Limit on states remembered as seen for a storage: undoing one’s own change leads back to one of them. */
const maxHashes = 10;

const maxGone = 1000;

export function createSeenStorages({ ports, dataFolder }: Pick<WorkspaceParts, 'ports' | 'dataFolder'>) {
  const path = (): string => ports.paths.join(dataFolder.current(), 'seen-storages.json');
  const read = (): Promise<SeenRecord | null> => readAppJson(ports, path(), seenSchema.nullable(), null);

  return {
    /** Marks by file; null if the person never looked, so that nothing is news. */
    async marks(all: readonly SeenAs[]) {
      const seen = await read();
      if (seen === null) {
        return null;
      }
      const existing = new Set(all.map(({ file }) => file));
      const marks = new Map<string, StorageView['mark']>();
      for (const { file, hash } of all) {
        const previous = seen.storages[file];
        // A key that had no content yet is no news; its first content is new.
        const isKnown = previous?.hashes.some((one) => one !== null) ?? false;
        const isSeen = previous === undefined ? hash === null : previous.hashes.includes(hash);
        marks.set(file, isSeen ? null : isKnown ? 'changed' : 'new');
      }
      const removed = Object.entries(seen.storages).flatMap(([file, { key, hashes }]) =>
        existing.has(file) || hashes[0] == null ? [] : [key ?? file],
      );
      return { marks, removed };
    },
    /** Files in which the person has seen something. */
    async wereThere(): Promise<readonly string[]> {
      const all = Object.entries((await read())?.storages ?? {});
      return all.flatMap(([file, { hashes }]) => (hashes.some((one) => one !== null) ? [file] : []));
    },
    /** Hash of a storage when the person last saw it; null if they never did, or nothing was there. */
    lastOf: async (file: string): Promise<string | null> => (await read())?.storages[file]?.hashes[0] ?? null,
    /** @param files limits it to these; all of them, and missing ones, if left out */
    async markSeen(all: readonly SeenAs[], files?: readonly string[]): Promise<void> {
      const before = (await read())?.storages ?? {};
      const wantedFiles = files === undefined ? null : new Set(files);
      const existing = new Set(all.map(({ file }) => file));
      // A missing storage may be put back, for example by undo.
      const missing = Object.entries(before).flatMap(([file, { key }]) =>
        existing.has(file) ? [] : [{ file, key, hash: null }],
      );
      const storages: SeenRecord['storages'] = { ...before };
      for (const { file, key, hash } of [...all, ...missing.slice(-maxGone)]) {
        if (wantedFiles === null || wantedFiles.has(file)) {
          const others = before[file]?.hashes.filter((one) => one !== hash) ?? [];
          storages[file] = { key, hashes: [hash, ...others].slice(0, maxHashes) };
        }
      }
      for (const { file } of missing.slice(0, -maxGone)) {
        delete storages[file];
      }
      await writeAppJson(ports, path(), { storages } satisfies SeenRecord);
    },
  };
}
