import { ContextureError, toContextureError } from '../contract/errors.ts';
import { requireVersion, type StorageDriver, type Stored } from './driver.ts';
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

type Read = { readonly stored: Stored | null } | { readonly error: ContextureError };

/** Writes to a driver what a storage was when this was made. @returns the version that is there now */
type WriteTo = (driver: StorageDriver, over: Version) => Promise<Version>;

/** A storage that is one text in each of its drivers. What the text says, a subclass knows. */
export abstract class DrivenStorage extends Storage {
  protected readonly drivers: readonly StorageDriver[];
  #versions: readonly Version[] | null = null;
  #notice: string | null = null;
  #failures: readonly DriverFailure[] = [];
  #changes = 0;
  #saved = 0;
  /** What was found only where it can't be written is still to be kept where it can. */
  #isAdopted = false;
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
    return this.#isChanged || this.#isAdopted;
  }

  get #isChanged(): boolean {
    return this.#changes !== this.#saved;
  }

  /** What is to be known of how it was found, in a sentence; null for nothing. */
  get notice(): string | null {
    this.ensureLoaded();
    return this.#notice;
  }

  /** The drivers that could not be read when it was read last, or not be written when it was saved. */
  get failures(): readonly DriverFailure[] {
    return this.#failures;
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

  /** Which of what the drivers have is taken; null where none has anything. */
  protected choose(stored: readonly (Stored | null)[]): Stored | null {
    return latestOf(stored.filter((one) => one !== null));
  }

  /** Whether a text says the same as the one that was loaded. */
  protected isSame(text: string, loaded: string): boolean {
    return text === loaded;
  }

  /** Called with what each driver had, after one of them was loaded. */
  protected loaded(_stored: readonly (Stored | null)[], _found: Stored | null): void {}

  /** Keeps what is to be written as it is now. */
  protected writing(): WriteTo {
    const text = this.text();
    return (driver, over) => driver.write(this.key, text, over);
  }

  read(): Promise<{ readonly discarded: string | null }> {
    return this.#inTurn(async () => {
      await this.#settled();
      const discarded = this.#isChanged ? this.text() : null;
      try {
        this.#load();
      } finally {
        // What is damaged is set aside before anybody hears of it: a program may end by that.
        await this.#settled();
      }
      return { discarded };
    });
  }

  async #settled(): Promise<void> {
    for (const driver of this.drivers) {
      await driver.settled?.();
    }
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
      for (const driver of this.drivers.filter(({ isReadOnly }) => !isReadOnly)) {
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
    const written = [...this.drivers.entries()].filter(([, { isReadOnly }]) => !isReadOnly);
    const now = over || written.length === 1 ? new Map<number, Read>() : this.#readUnchanged(written, known);
    // The first last: what is read first is not ahead of the others where one of them can't be written over.
    for (const [at, driver] of written.reverse()) {
      const found = now.get(at);
      try {
        if (found && 'error' in found) {
          throw found.error;
        }
        const version = found ? (found.stored?.version ?? null) : (known[at] ?? null);
        const before = over ? (driver.readNow(this.key, this)?.version ?? null) : version;
        versions[at] = await writeTo(driver, before);
      } catch (error) {
        failures.unshift({ driver: driver.name, error: toContextureError(error) });
        if (isConflict(error)) {
          break;
        }
      }
    }
    this.#versions = versions;
    const conflict = failures.find(({ error }) => isConflict(error));
    if (conflict !== undefined || failures.length === written.length) {
      const none = `${this.key} has no driver that can be written, so it can’t be kept.`;
      throw (conflict ?? failures[0])?.error ?? new ContextureError('read_only', none, { key: this.key });
    }
    // What was changed while it was being written is still to be.
    this.#saved = changes;
    this.#isAdopted = false;
    this.#failures = failures.map(({ driver, error }) => ({ driver, problem: error.message }));
    return { isWritten: true, failures: this.#failures, notes: [] };
  }

  /**
   * What several drivers have now, to be written over. One that lost what it had is given it again.
   * @throws `text_conflict` where one has another version, or all have lost it: told before anything is written
   */
  #readUnchanged(drivers: readonly (readonly [number, StorageDriver])[], known: readonly Version[]): Map<number, Read> {
    // What is only added to needs no look.
    const read = drivers.flatMap(([at, driver]) =>
      driver.append === undefined ? [[at, readFrom(driver, this)] as const] : [],
    );
    const isLeft = read.some(([, one]) => 'error' in one || one.stored !== null);
    for (const [at, one] of read) {
      if ('stored' in one && (one.stored !== null || !isLeft)) {
        requireVersion(one.stored?.version ?? null, known[at] ?? null, this.key);
      }
    }
    return new Map(read);
  }

  /** @throws where no driver has it and one can’t be read: it may be there */
  #load(): void {
    const read = this.drivers.map((driver) => readFrom(driver, this));
    const stored = read.map((one) => ('stored' in one ? one.stored : null));
    const there = stored.filter((one) => one !== null);
    const failed = read.flatMap((one, at) =>
      'error' in one ? [{ driver: this.drivers[at]?.name ?? '', error: one.error }] : [],
    );
    const found = this.choose(stored);
    if (found === null && failed[0] !== undefined) {
      throw failed[0].error;
    }
    this.load(found?.text ?? null);
    this.loaded(stored, found);
    this.#failures = failed.map(({ driver, error }) => ({ driver, problem: error.message }));
    const older = there.some(({ text }) => found !== null && !this.isSame(text, found.text));
    const differ = older
      ? `The drivers of ${this.key} did not have the same. The latest was taken; saved, it is in all of them.`
      : null;
    this.#notice = found?.notice ?? differ;
    this.#took(stored.map((one) => one?.version ?? null));
    this.#isAdopted = there.length > 0 && !stored.some((one, at) => one !== null && !this.drivers[at]?.isReadOnly);
  }

  #took(versions: readonly Version[]): void {
    this.#versions = versions;
    this.#saved = this.#changes;
    this.#isAdopted = false;
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

const isConflict = (error: unknown): boolean => error instanceof ContextureError && error.code === 'text_conflict';

function readFrom(driver: StorageDriver, storage: Storage): Read {
  try {
    return { stored: driver.readNow(storage.key, storage) };
  } catch (error) {
    return { error: toContextureError(error) };
  }
}

/**
 * The first, unless a later one was saved after it: a driver that could not be written then is behind, and so is one whose copy
 * was not the one that the person corrected.
 */
const latestOf = (there: readonly Stored[]): Stored | null =>
  there.reduce<Stored | null>(
    (latest, one) =>
      latest === null || (one.savedAt ?? 0) > (latest.savedAt ?? Number.POSITIVE_INFINITY) ? one : latest,
    null,
  );

/** What can’t be read is not written over without being asked: its driver says so when it is saved. */
function versionIn(driver: StorageDriver, storage: Storage): Version {
  try {
    return driver.readNow(storage.key, storage)?.version ?? null;
  } catch {
    return null;
  }
}
