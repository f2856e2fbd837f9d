import type { KeptFor } from './driver.ts';
import type { KnownIdentity } from './identity.ts';

/** Driver that failed while others did not. */
export type DriverFailure = { readonly driver: string; readonly problem: string };

export type SaveOutcome = {
  readonly isWritten: boolean;
  readonly failures: readonly DriverFailure[];
  /** Remarks on the saving, in sentences. */
  readonly notes: readonly string[];
};

export const nothingSaved: SaveOutcome = { isWritten: false, failures: [], notes: [] };

/** Does the work for one after the other. @throws the first failure, after all were tried */
export async function tryEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) {
    throw errors[0];
  }
}

/** Data of an agent under one key. It is read on first use, and written only if it changed. */
export abstract class Storage implements KeptFor {
  /** Name it is registered by, and prefix of its keys. */
  static readonly prefix: string = '';
  readonly key: string;
  readonly identity: KnownIdentity;

  constructor({ key, identity }: Pick<Storage, 'key' | 'identity'>) {
    this.key = key;
    this.identity = identity;
  }

  get prefix(): string {
    return (this.constructor as typeof Storage).prefix;
  }

  /** Reason it stays when a context clears or removes everything, in a sentence; null if it goes with the rest. */
  get whyLeft(): string | null {
    return null;
  }

  abstract get isDirty(): boolean;

  /** Reads it again. @returns the discarded unsaved change, as text; null for nothing */
  abstract read(): Promise<{ readonly discarded: string | null }>;

  /**
   * Writes a change.
   * @param options `over`: true to overwrite what others saved meanwhile
   * @throws `text_conflict` if others did and `over` is not set: both stay
   */
  abstract save(options?: { readonly over?: boolean }): Promise<SaveOutcome>;

  /** Empties it; that is kept once it is saved. */
  abstract clear(): void;

  /** Deletes it at once, wherever it is kept. */
  abstract remove(): Promise<void>;
}
