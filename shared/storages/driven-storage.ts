import { ContextureError, toContextureError } from '../contract/errors.ts';
import { requireVersion, type StorageDriver, type StoredText } from './driver.ts';
import type { KnownIdentity } from './identity.ts';
import { type DriverFailure, nothingSaved, type SaveOutcome, Storage, tryEach } from './storage.ts';

export type StorageSetup = {
  readonly key: string;
  readonly identity: KnownIdentity;
  /** Drivers, read in this order until one has something; all are written. At least one. */
  readonly drivers: readonly StorageDriver[];
};

/** Class of storages that a context can make. */
export type StorageClass<S extends Storage = Storage> = { readonly prefix: string; new (setup: StorageSetup): S };

/** Version a driver had when it was last read or written; null for nothing. */
type Version = string | null;

type StorageRead = { readonly stored: StoredText | null } | { readonly error: ContextureError };

/** Writes the text a storage had when this was made to a driver. @returns the present version */
type WriteTo = (driver: StorageDriver, over: Version) => Promise<Version>;

/** Storage with one text in each of its drivers. Subclasses interpret the text. */
export abstract class DrivenStorage extends Storage {
  protected readonly drivers: readonly StorageDriver[];
  #versions: readonly Version[] | null = null;
  #notice: string | null = null;
  #failures: readonly DriverFailure[] = [];
  #changes = 0;
  #saved = 0;
  /** Set if the text was found only in a driver that can't be written, and so has yet to be saved in the others. */
  #isAdopted = false;
  /** Tail of the queue for operations on drivers. */
  #last: Promise<unknown> | null = null;

  constructor({ key, identity, drivers }: StorageSetup) {
    super({ key, identity });
    this.drivers = drivers;
  }

  /** Loads a text that a driver had, or null for nothing. @throws if it is none of this storage */
  protected abstract load(text: string | null): void;
  protected abstract text(): string;
  protected abstract empty(): void;

  get isDirty(): boolean {
    return this.#isChanged || this.#isAdopted;
  }

  get #isChanged(): boolean {
    return this.#changes !== this.#saved;
  }

  /** Remark on how it was found, in a sentence, or null. */
  get notice(): string | null {
    this.ensureLoaded();
    return this.#notice;
  }

  /** Drivers that failed in the last reading or saving. */
  get failures(): readonly DriverFailure[] {
    return this.#failures;
  }

  /** Reads it on first use. Subclasses call it before they answer or change anything. */
  protected ensureLoaded(): void {
    if (this.#versions === null) {
      this.#load();
    }
  }

  protected markDirty(): void {
    this.#changes += 1;
  }

  /** Chooses among the texts of the drivers; null if none has anything. */
  protected choose(stored: readonly (StoredText | null)[]): StoredText | null {
    return latestOf(stored.filter((one) => one !== null));
  }

  /** True if a text says the same as the one that was loaded. */
  protected isSame(text: string, loaded: string): boolean {
    return text === loaded;
  }

  /** Called with the texts of all drivers, after one of them was loaded. */
  protected loaded(_stored: readonly (StoredText | null)[], _found: StoredText | null): void {}

  /** Captures the text to write as it is now. */
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
        // Damaged texts are set aside before anybody is told: a program may end at that.
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

  /** Writes to all drivers. @throws also if none of them could write */
  save({ over = false }: { readonly over?: boolean } = {}): Promise<SaveOutcome> {
    return this.#inTurn(() => (this.isDirty ? this.#save(over) : Promise.resolve(nothingSaved)));
  }

  clear(): void {
    this.#versions ??= this.drivers.map((driver) => versionIn(driver, this));
    this.empty();
    this.markDirty();
  }

  /** Deletes it from every driver at once. @throws the first failure, after all were tried */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      const writable = this.drivers.filter(({ isReadOnly }) => !isReadOnly);
      await tryEach(writable, (driver) => driver.remove(this.key));
      this.empty();
      this.#took(this.drivers.map(() => null));
    });
  }

  async #save(over: boolean): Promise<SaveOutcome> {
    const previous = this.#versions ?? this.drivers.map(() => null);
    const changes = this.#changes;
    const writeTo = this.writing();
    const versions = [...previous];
    const failures: { readonly driver: string; readonly error: ContextureError }[] = [];
    const written = [...this.drivers.entries()].filter(([, { isReadOnly }]) => !isReadOnly);
    const now = over || written.length === 1 ? new Map<number, StorageRead>() : this.#readUnchanged(written, previous);
    // The first is written last: as the first to be read, it must not get ahead if another can't be written over.
    for (const [at, driver] of written.reverse()) {
      const current = now.get(at);
      try {
        if (current && 'error' in current) {
          throw current.error;
        }
        const version = current ? (current.stored?.version ?? null) : (previous[at] ?? null);
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
      const none = `${this.key} has no driver that can be written, so it can’t be stored.`;
      throw (conflict ?? failures[0])?.error ?? new ContextureError('read_only', none, { key: this.key });
    }
    // Changes made during the writing are still unsaved.
    this.#saved = changes;
    this.#isAdopted = false;
    this.#failures = failures.map(({ driver, error }) => ({ driver, problem: error.message }));
    return { isWritten: true, failures: this.#failures, notes: [] };
  }

  /** Reads the versions of several drivers before writing. @throws `text_conflict` if one differs, or all lost it */
  #readUnchanged(
    drivers: readonly (readonly [number, StorageDriver])[],
    known: readonly Version[],
  ): Map<number, StorageRead> {
    // Drivers that only append need no check.
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

  /** @throws if no driver has it and one can’t be read: it may be there */
  #load(): void {
    const read = this.drivers.map((driver) => readFrom(driver, this));
    const stored = read.map((one) => ('stored' in one ? one.stored : null));
    const there = stored.filter((one) => one !== null);
    const failed = read.flatMap((one, at) =>
      'error' in one ? [{ driver: this.drivers[at]?.name ?? '', error: one.error }] : [],
    );
    const chosen = this.choose(stored);
    if (chosen === null && failed[0] !== undefined) {
      throw failed[0].error;
    }
    this.load(chosen?.text ?? null);
    this.loaded(stored, chosen);
    this.#failures = failed.map(({ driver, error }) => ({ driver, problem: error.message }));
    const older = there.some(({ text }) => chosen !== null && !this.isSame(text, chosen.text));
    const differ = older
      ? `The drivers of ${this.key} did not have the same. The latest was taken; saved, it is in all of them.`
      : null;
    this.#notice = chosen?.notice ?? differ;
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

export const isConflict = (error: unknown): boolean =>
  error instanceof ContextureError && error.code === 'text_conflict';

function readFrom(driver: StorageDriver, storage: Storage): StorageRead {
  try {
    return { stored: driver.readNow(storage.key, storage) };
  } catch (error) {
    return { error: toContextureError(error) };
  }
}

/** Chooses the first, unless a later one was saved after it: a driver that was not written then is behind. */
const latestOf = (there: readonly StoredText[]): StoredText | null =>
  there.reduce<StoredText | null>(
    (latest, one) =>
      latest === null || (one.savedAt ?? 0) > (latest.savedAt ?? Number.POSITIVE_INFINITY) ? one : latest,
    null,
  );

/** Reads the version in a driver. An unreadable text is refused when it is saved, by the driver. */
function versionIn(driver: StorageDriver, storage: Storage): Version {
  const read = readFrom(driver, storage);
  return 'stored' in read ? (read.stored?.version ?? null) : null;
}
