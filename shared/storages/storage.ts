import { ContextureError, toContextureError } from '../contract/errors.ts';
import type { StorageDriver, Stored } from './driver.ts';
import type { KnownIdentity } from './identity.ts';

/** What a storage is made of. */
export type StorageSetup = {
  readonly key: string;
  readonly identity: KnownIdentity;
  /** Read in this order until one has something; written to all. At least one. */
  readonly drivers: readonly StorageDriver[];
};

/** A class of storages. Its prefix is how it is registered, and how its keys begin. */
export type StorageClass<S extends Storage = Storage> = { readonly prefix: string; new (setup: StorageSetup): S };

/** A driver that failed where others did not. */
export type DriverFailure = { readonly driver: string; readonly problem: string };
export type SaveOutcome = { readonly isWritten: boolean; readonly failures: readonly DriverFailure[] };

type Loaded = { readonly versions: readonly (string | null)[] };

/**
 * Something an agent keeps under one key. It is read when it is first asked for, and written only where it changed. What is
 * kept, and how it reads, a subclass says.
 */
export abstract class Storage {
  /** How it is registered, and how its keys begin. */
  static readonly prefix: string = '';
  readonly key: string;
  readonly identity: KnownIdentity;
  readonly #drivers: readonly StorageDriver[];
  #loaded: Loaded | null = null;
  #isDirty = false;

  constructor({ key, identity, drivers }: StorageSetup) {
    this.key = key;
    this.identity = identity;
    this.#drivers = drivers;
  }

  /** Takes a text that a driver had, or null for nothing. @throws where it is none of this storage */
  protected abstract load(text: string | null): void;
  /** The text to keep. */
  protected abstract text(): string;
  protected abstract empty(): void;

  get isDirty(): boolean {
    return this.#isDirty;
  }

  get prefix(): string {
    return (this.constructor as typeof Storage).prefix;
  }

  /** Reads it unless that was done. Subclasses call it before they answer or change anything. */
  protected ensureLoaded(): void {
    if (this.#loaded === null) {
      this.#load();
    }
  }

  protected markDirty(): void {
    this.#isDirty = true;
  }

  /** @returns what was not saved and is gone now, as text; null for nothing */
  async read(): Promise<{ readonly discarded: string | null }> {
    const discarded = this.#isDirty ? this.text() : null;
    for (const driver of this.#drivers) {
      await driver.settled?.();
    }
    this.#load();
    return { discarded };
  }

  /**
   * Writes what changed, to all drivers.
   * @param over whether to write over what others saved meanwhile
   * @throws `text_conflict` where others did and `over` is not said: both stay; and where no driver could write
   */
  async save({ over = false }: { readonly over?: boolean } = {}): Promise<SaveOutcome> {
    if (!this.#isDirty) {
      return { isWritten: false, failures: [] };
    }
    const known = this.#loaded?.versions ?? this.#drivers.map(() => null);
    const text = this.text();
    const versions: (string | null)[] = [...known];
    const failures: { readonly driver: string; readonly error: ContextureError }[] = [];
    for (const [at, driver] of this.#drivers.entries()) {
      try {
        const before = over ? (driver.readNow(this.key)?.version ?? null) : (known[at] ?? null);
        versions[at] = await driver.write(this.key, text, before);
      } catch (error) {
        failures.push({ driver: driver.name, error: toContextureError(error) });
      }
    }
    this.#loaded = { versions };
    const conflict = failures.find(({ error }) => error.code === 'text_conflict');
    if (conflict !== undefined || failures.length === this.#drivers.length) {
      throw (conflict ?? failures[0])?.error ?? new ContextureError('internal', `${this.key} has no driver.`);
    }
    // What was changed while it was being written is still to be.
    this.#isDirty = this.text() !== text;
    return { isWritten: true, failures: failures.map(({ driver, error }) => ({ driver, problem: error.message })) };
  }

  /** Empties it; drivers see that when it is saved. */
  clear(): void {
    if (this.#loaded === null) {
      this.#loaded = { versions: this.#drivers.map((driver) => versionIn(driver, this.key)) };
    }
    this.empty();
    this.#isDirty = true;
  }

  /** Deletes it from every driver at once. @throws what the first that failed says, after all were tried */
  async remove(): Promise<void> {
    const failures: unknown[] = [];
    for (const driver of this.#drivers) {
      await driver.remove(this.key).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) {
      throw failures[0];
    }
    this.#loaded = { versions: this.#drivers.map(() => null) };
    this.empty();
    this.#isDirty = false;
  }

  #load(): void {
    const stored = this.#drivers.map((driver) => driver.readNow(this.key));
    const found = stored.find((one): one is Stored => one !== null);
    this.load(found?.text ?? null);
    this.#loaded = { versions: stored.map((one) => one?.version ?? null) };
    this.#isDirty = false;
  }
}

/** What can’t be read is not written over without being asked: its driver says so when it is saved. */
function versionIn(driver: StorageDriver, key: string): string | null {
  try {
    return driver.readNow(key)?.version ?? null;
  } catch {
    return null;
  }
}
