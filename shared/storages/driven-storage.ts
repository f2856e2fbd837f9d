import { ContextureError, toContextureError } from '../contract/errors.ts';
import type { StorageDriver, Stored } from './driver.ts';
import type { KnownIdentity } from './identity.ts';
import { type DriverFailure, nothingSaved, type SaveOutcome, Storage } from './storage.ts';

/** What a storage is made of. */
export type StorageSetup = {
  readonly key: string;
  readonly identity: KnownIdentity;
  /** Read in this order until one has something; written to all. At least one. */
  readonly drivers: readonly StorageDriver[];
};

/** A class of storages that a context can make. */
export type StorageClass<S extends Storage = Storage> = { readonly prefix: string; new (setup: StorageSetup): S };

/** What a driver had when it was read or written last; null for nothing. */
type Version = string | null;

/** Writes to a driver what a storage was when this was made. @returns the version that is there now */
type WriteTo = (driver: StorageDriver, over: Version) => Promise<Version>;

/** A storage that is one text in each of its drivers. What the text says, a subclass knows. */
export abstract class DrivenStorage extends Storage {
  protected readonly drivers: readonly StorageDriver[];
  #versions: readonly Version[] | null = null;
  #notice: string | null = null;
  #changes = 0;
  #saved = 0;
  /** What touches drivers is done in turn. */
  #last: Promise<unknown> | null = null;

  constructor({ key, identity, drivers }: StorageSetup) {
    super({ key, identity });
    this.drivers = drivers;
  }

  /** Takes a text that a driver had, or null for nothing. @throws where it is none of this storage */
  protected abstract load(text: string | null): void;
  /** The text to keep. */
  protected abstract text(): string;
  protected abstract empty(): void;

  get isDirty(): boolean {
    return this.#changes !== this.#saved;
  }

  /** What is to be known of how it was found, in a sentence; null for nothing. */
  get notice(): string | null {
    this.ensureLoaded();
    return this.#notice;
  }

  /** Reads it unless that was done. Subclasses call it before they answer or change anything. */
  protected ensureLoaded(): void {
    if (this.#versions === null) {
      this.#load();
    }
  }

  protected markDirty(): void {
    this.#changes += 1;
  }

  /** Called with what each driver had, after the first of them was loaded. */
  protected loaded(_stored: readonly (Stored | null)[]): void {}

  /** Keeps what is to be written as it is now. */
  protected writing(): WriteTo {
    const text = this.text();
    return (driver, over) => driver.write(this.key, text, over);
  }

  read(): Promise<{ readonly discarded: string | null }> {
    return this.#inTurn(async () => {
      for (const driver of this.drivers) {
        await driver.settled?.();
      }
      const discarded = this.isDirty ? this.text() : null;
      this.#load();
      return { discarded };
    });
  }

  /** Writes to all drivers. @throws also where none of them could write */
  save({ over = false }: { readonly over?: boolean } = {}): Promise<SaveOutcome> {
    return this.#inTurn(() => (this.isDirty ? this.#save(over) : Promise.resolve(nothingSaved)));
  }

  clear(): void {
    this.#versions ??= this.drivers.map((driver) => versionIn(driver, this));
    this.empty();
    this.markDirty();
  }

  /** Deletes it from every driver at once. @throws what the first that failed says, after all were tried */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      const failures: unknown[] = [];
      for (const driver of this.drivers) {
        await driver.remove(this.key).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) {
        throw failures[0];
      }
      this.empty();
      this.#took(this.drivers.map(() => null));
    });
  }

  async #save(over: boolean): Promise<SaveOutcome> {
    const known = this.#versions ?? this.drivers.map(() => null);
    const changes = this.#changes;
    const writeTo = this.writing();
    const versions = [...known];
    const failures: { readonly driver: string; readonly error: ContextureError }[] = [];
    for (const [at, driver] of this.drivers.entries()) {
      try {
        const before = over ? (driver.readNow(this.key, this)?.version ?? null) : (known[at] ?? null);
        versions[at] = await writeTo(driver, before);
      } catch (error) {
        failures.push({ driver: driver.name, error: toContextureError(error) });
      }
    }
    this.#versions = versions;
    const conflict = failures.find(({ error }) => error.code === 'text_conflict');
    if (conflict !== undefined || failures.length === this.drivers.length) {
      throw (conflict ?? failures[0])?.error ?? new ContextureError('internal', `${this.key} has no driver.`);
    }
    // What was changed while it was being written is still to be.
    this.#saved = changes;
    const told: readonly DriverFailure[] = failures.map(({ driver, error }) => ({ driver, problem: error.message }));
    return { isWritten: true, failures: told, notes: [] };
  }

  #load(): void {
    const stored = this.drivers.map((driver) => driver.readNow(this.key, this));
    const found = stored.find((one): one is Stored => one !== null);
    this.load(found?.text ?? null);
    this.loaded(stored);
    this.#notice = found?.notice ?? null;
    this.#took(stored.map((one) => one?.version ?? null));
  }

  #took(versions: readonly Version[]): void {
    this.#versions = versions;
    this.#saved = this.#changes;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last === null ? work() : this.#last.then(work);
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (this.#last === ended) {
          this.#last = null;
        }
      });
    this.#last = ended;
    return done;
  }
}

/** What can’t be read is not written over without being asked: its driver says so when it is saved. */
function versionIn(driver: StorageDriver, storage: Storage): Version {
  try {
    return driver.readNow(storage.key, storage)?.version ?? null;
  } catch {
    return null;
  }
}
