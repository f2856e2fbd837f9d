import { ContextureError } from '../contract/errors.ts';

/** What a driver has under a key. A version names a text; it is another whenever the text is. */
export type Stored = { readonly text: string; readonly version: string };

/** The file of the database beside the files of a workspace’s storages. What is in it is named as if it were a folder. */
export const databaseName = 'storages.sqlite';

/** A place where texts are kept by key. */
export type StorageDriver = {
  readonly name: string;
  /** At once, for what is asked without waiting. Null for nothing. @throws where it can’t be read, saying what became of it */
  readNow(key: string): Stored | null;
  /** Waits for what it is still doing; `readNow` reads what came of that. */
  settled?(): Promise<void>;
  /**
   * @param over the version that may be written over; null where there was none
   * @returns the new version
   * @throws `text_conflict` where another stands there
   */
  write(key: string, text: string, over: string | null): Promise<string>;
  /** Fine where there is nothing. */
  remove(key: string): Promise<void>;
};

/** A driver that keeps everything in memory, for as long as the program runs. */
export function memoryDriver(): StorageDriver {
  const kept = new Map<string, Stored>();
  let versions = 0;
  return {
    name: 'memory',
    readNow: (key) => kept.get(key) ?? null,
    async write(key, text, over) {
      requireVersion(kept.get(key)?.version ?? null, over, key);
      versions += 1;
      kept.set(key, { text, version: String(versions) });
      return String(versions);
    },
    async remove(key) {
      kept.delete(key);
    },
  };
}

/** @throws `text_conflict` where a text that was written meanwhile would be lost */
export function requireVersion(there: string | null, over: string | null, key: string): void {
  if (there !== over) {
    const message = `“${key}” was saved by another program meanwhile, so nothing was written over it. Both are kept: read it again, or save over it.`;
    throw new ContextureError('text_conflict', message, { key });
  }
}
