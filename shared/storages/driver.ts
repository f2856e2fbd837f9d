import { ContextureError } from '../contract/errors.ts';
import type { KnownIdentity } from './identity.ts';

/** What a driver has under a key. A version names a text; it is another whenever the text is. */
export type Stored = {
  readonly text: string;
  readonly version: string;
  /** When it was saved, in milliseconds since 1970: of several drivers that differ, the latest counts. Left out where nobody knows. */
  readonly savedAt?: number;
  /** What whoever reads it should know of how it was found, in a sentence. */
  readonly notice?: string;
};

/** What is kept under a key, and for whom: a driver of files that others named finds them by that. */
export type KeptFor = { readonly prefix: string; readonly identity: KnownIdentity };

/** The file of the database beside the files of a workspace’s storages. What is in it is named as if it were a folder. */
export const databaseName = 'storages.sqlite';

/** A place where texts are kept by key. */
export type StorageDriver = {
  readonly name: string;
  /** Set for one that is read, and neither written nor removed from: what others keep is adopted that way. */
  readonly isReadOnly?: true;
  /** At once, for what is asked without waiting. Null for nothing. @throws where it can’t be read, saying what became of it */
  readNow(key: string, of: KeptFor): Stored | null;
  /** Waits for what it is still doing; `readNow` reads what came of that. */
  settled?(): Promise<void>;
  /**
   * @param over the version that may be written over; null where there was none
   * @returns the new version
   * @throws `text_conflict` where another stands there
   */
  write(key: string, text: string, over: string | null): Promise<string>;
  /** Adds lines, each given without its end, behind whatever stands there by then. Where it is missing, all is written again. */
  append?(key: string, lines: readonly string[]): Promise<Appended>;
  /** Fine where there is nothing. */
  remove(key: string): Promise<void>;
  /** Where conversations are kept, each a text of lines; with everything else where it is missing. */
  readonly conversations?: StorageDriver;
};

/** The version that was added to, null for nothing, and the one there is now. */
export type Appended = { readonly before: string | null; readonly version: string };

/** A driver that keeps everything in memory, for as long as the program runs. */
export function memoryDriver(now: () => number = Date.now) {
  const kept = new Map<string, Stored>();
  let versions = 0;
  return {
    name: 'memory',
    readNow: (key: string): Stored | null => kept.get(key) ?? null,
    async write(key: string, text: string, over: string | null) {
      requireVersion(kept.get(key)?.version ?? null, over, key);
      versions += 1;
      kept.set(key, { text, version: String(versions), savedAt: now() });
      return String(versions);
    },
    async remove(key: string) {
      kept.delete(key);
    },
  } satisfies StorageDriver;
}

/** @throws `text_conflict` where a text that was written meanwhile would be lost */
export function requireVersion(there: string | null, over: string | null, key: string): void {
  if (there !== over) {
    const message = `“${key}” was saved by another app meanwhile, so nothing was written over it. Both are kept: read it again, or save over it.`;
    throw new ContextureError('text_conflict', message, { key });
  }
}
