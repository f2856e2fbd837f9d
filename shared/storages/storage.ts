import type { KeptFor } from './driver.ts';
import type { KnownIdentity } from './identity.ts';

/** A driver that failed where others did not. */
export type DriverFailure = { readonly driver: string; readonly problem: string };

export type SaveOutcome = {
  readonly isWritten: boolean;
  readonly failures: readonly DriverFailure[];
  /** What is to be known of how it was saved, in sentences. */
  readonly notes: readonly string[];
};

export const nothingSaved: SaveOutcome = { isWritten: false, failures: [], notes: [] };

/** Something an agent keeps under one key. It is read when it is first asked for, and written only where it changed. */
export abstract class Storage implements KeptFor {
  /** How it is registered, and how its keys begin. */
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

  /** Why it stays as it is where a context clears or removes all it has, in a sentence; null where it goes with the rest. */
  get whyLeft(): string | null {
    return null;
  }

  abstract get isDirty(): boolean;

  /** Reads it again. @returns what was not saved and is gone now, as text; null for nothing */
  abstract read(): Promise<{ readonly discarded: string | null }>;

  /**
   * Writes what changed.
   * @param options `over`: whether to write over what others saved meanwhile
   * @throws `text_conflict` where others did and `over` is not said: both stay
   */
  abstract save(options?: { readonly over?: boolean }): Promise<SaveOutcome>;

  /** Empties it; that is kept once it is saved. */
  abstract clear(): void;

  /** Deletes it at once, wherever it is kept. */
  abstract remove(): Promise<void>;
}
