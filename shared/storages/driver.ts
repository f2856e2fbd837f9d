import { ContextureError } from '../contract/errors.ts';
import type { KnownIdentity } from './identity.ts';

/** Text of a driver under a key. A version identifies a text; it changes whenever the text does. */
export type StoredText = {
  readonly text: string;
  readonly version: string;
  /** Time it was saved, in ms since 1970: of several drivers that differ, the latest counts. Left out if unknown. */
  readonly savedAt?: number;
  /** Remark for readers on how it was found, in a sentence. */
  readonly notice?: string;
};

/** Storage of a key, and its owner, by which a driver finds files that others named. */
export type KeptFor = { readonly prefix: string; readonly identity: KnownIdentity };

/** File of the database in the folder of a workspace’s storages. Its rows are named as if it were a folder. */
export const databaseName = 'storages.sqlite';

/** Place where texts are kept by key. */
export type StorageDriver = {
  readonly name: string;
  /** Set for one that is read, and neither written nor removed from: data of others is adopted that way. */
  readonly isReadOnly?: true;
  /** Reads synchronously. Null for nothing. @throws if it can’t be read, with the outcome */
  readNow(key: string, of: KeptFor): StoredText | null;
  /** Waits for its pending work; `readNow` reads the result. */
  settled?(): Promise<void>;
  /**
   * @param over the version that may be written over; null if there was none
   * @returns the new version
   * @throws `text_conflict` if there is another
   */
  write(key: string, text: string, over: string | null): Promise<string>;
  /** Appends lines, each given without its end, to the present text. If it is missing, all is written again. */
  append?(key: string, lines: readonly string[]): Promise<AppendResult>;
  /** Succeeds if there is nothing. */
  remove(key: string): Promise<void>;
  /** Driver of conversations, each a text of lines; if missing, they are kept with everything else. */
  readonly conversations?: StorageDriver;
};

/** Version that was appended to, null for nothing, and the present one. */
export type AppendResult = { readonly before: string | null; readonly version: string };

/** Makes a driver that keeps everything in memory, while the program runs. */
export function memoryDriver(now: () => number = Date.now) {
  const texts = new Map<string, StoredText>();
  let versions = 0;
  return {
    name: 'memory',
    readNow: (key: string): StoredText | null => texts.get(key) ?? null,
    async write(key: string, text: string, over: string | null) {
      requireVersion(texts.get(key)?.version ?? null, over, key);
      versions += 1;
      texts.set(key, { text, version: String(versions), savedAt: now() });
      return String(versions);
    },
    async remove(key: string) {
      texts.delete(key);
    },
  } satisfies StorageDriver;
}

/** @throws `text_conflict` if a text that was written meanwhile would be lost */
export function requireVersion(there: string | null, over: string | null, key: string): void {
  if (there !== over) {
    const message = `“${key}” was saved by another app meanwhile, so nothing was written over it. Both are kept: read it again, or save over it.`;
    throw new ContextureError('text_conflict', message, { key });
  }
}
