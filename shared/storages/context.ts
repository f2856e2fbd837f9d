import { ContextureError } from '../contract/errors.ts';
import type { StorageClass } from './driven-storage.ts';
import type { StorageDriver } from './driver.ts';
import { listsKeys } from './erase-storage.ts';
import { type KnownIdentity, keyOf, knownIdentity, type SessionIdentity } from './identity.ts';
import { IdentityStorage } from './identity-storage.ts';
import { type DriverFailure, type Storage, tryEach } from './storage.ts';

type OfContext = { readonly context: Context };

/** Events of a context, by name, and their data. */
export type ContextEvents = {
  readonly ContextCreated: OfContext;
  readonly StorageRegistered: OfContext & { readonly prefix: string; readonly storage: Storage };
  readonly ContextSaving: OfContext;
  readonly ContextSaved: OfContext;
  readonly ContextReading: OfContext;
  readonly ContextRead: OfContext;
  readonly ContextClearing: OfContext;
  readonly ContextCleared: OfContext;
};

/** Listeners of a context, given to it before it is made, so that its creation is reported too. */
export type ContextListeners = { readonly [E in keyof ContextEvents]?: (event: ContextEvents[E]) => void };

export type ContextSetup = {
  readonly identity: SessionIdentity;
  /** Drivers of every storage that is given no others. */
  readonly drivers: readonly StorageDriver[];
  /** Hashes a text, to hexadecimal digits. */
  readonly hash: (text: string) => string;
  readonly on?: ContextListeners;
};

/** Result of saving: the prefixes of the written storages, the drivers that failed while others did not, and notes. */
export type ContextSaved = {
  readonly written: readonly string[];
  readonly failures: readonly (DriverFailure & { readonly prefix: string })[];
  readonly notes: readonly string[];
};

/** Result of clearing or removing: the prefixes of the affected storages, and the reasons others were left. */
export type RemovalResult = {
  readonly done: readonly string[];
  readonly left: readonly { readonly prefix: string; readonly why: string }[];
};

/** Class of storages, also of those that a context can’t make by itself. */
type StorageKind<S extends Storage = Storage> = { readonly prefix: string } & (abstract new (...args: never[]) => S);

/** Storages an agent has for somebody: a registry, and operations on all of them. */
export class Context {
  readonly #identity: KnownIdentity;
  readonly #drivers: readonly StorageDriver[];
  readonly #hash: (text: string) => string;
  readonly #on: ContextListeners;
  readonly #storages = new Map<string, Storage>();
  readonly #tracked: IdentityStorage;

  constructor({ identity, drivers, hash, on = {} }: ContextSetup) {
    this.#identity = knownIdentity(identity);
    this.#drivers = drivers;
    this.#hash = hash;
    this.#on = on;
    const { agent } = identity;
    const key = keyOf(IdentityStorage.prefix, { agent }, hash);
    this.#tracked = new IdentityStorage({ key, identity: knownIdentity({ agent }), drivers });
    this.#tell('ContextCreated', {});
  }

  getIdentity(): KnownIdentity {
    return this.#identity;
  }

  /** Registers a storage, replacing one of the same prefix. @throws `value_invalid` for an invalid prefix */
  register(storage: Storage): this {
    const { prefix } = storage;
    const isTaken = listsKeys(`${prefix}_`) || (prefix in this && !this.#storages.has(prefix));
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(prefix) || isTaken) {
      const message = `${prefix === '' ? 'An empty prefix' : prefix} can’t be the prefix of a storage. Use letters, digits and _, and neither a name of what a context has itself nor one that begins with “context”.`;
      throw new ContextureError('value_invalid', message, { prefix });
    }
    this.#storages.set(prefix, storage);
    Object.defineProperty(this, prefix, { value: storage, configurable: true, enumerable: true });
    this.#tracked.track(storage.key, storage.identity);
    this.#tell('StorageRegistered', { prefix, storage });
    return this;
  }

  /** Makes a storage of a class for the owner of this context, and registers it. */
  make<S extends Storage>(kind: StorageClass<S>, drivers: readonly StorageDriver[] = this.#drivers): S {
    const key = keyOf(kind.prefix, this.#identity, this.#hash);
    const storage = new kind({ key, identity: this.#identity, drivers });
    this.register(storage);
    return storage;
  }

  getStorage<S extends Storage>(kind: StorageKind<S>): S | null;
  getStorage(prefix: string): Storage | null;
  getStorage(prefixOrClass: string | StorageKind): Storage | null {
    return this.#storages.get(prefixOf(prefixOrClass)) ?? null;
  }

  has(prefixOrClass: string | StorageKind): boolean {
    return this.#storages.has(prefixOf(prefixOrClass));
  }

  names(): readonly string[] {
    return [...this.#storages.keys()];
  }

  /** Saves all changes. @throws the first failure, after all were tried */
  async save(): Promise<ContextSaved> {
    this.#tell('ContextSaving', {});
    const written: string[] = [];
    const failures: (DriverFailure & { readonly prefix: string })[] = [];
    const notes: string[] = [];
    const changed = [...this.#storages.values(), this.#tracked].filter(({ isDirty }) => isDirty);
    await tryEach<Storage>(changed, async (storage) => {
      const { prefix } = storage;
      const outcome = await storage.save();
      failures.push(...outcome.failures.map((failure) => ({ prefix, ...failure })));
      notes.push(...outcome.notes);
      if (outcome.isWritten) {
        written.push(prefix);
      }
    });
    this.#tell('ContextSaved', {});
    return { written, failures, notes };
  }

  /** Prefixes of storages with unsaved changes, which reading them again would discard. */
  unsaved(): readonly string[] {
    return this.names().filter((prefix) => this.#storages.get(prefix)?.isDirty);
  }

  /**
   * Reads everything again.
   * @returns the discarded unsaved changes, as text by prefix
   * @throws the first failure, after all were tried
   */
  async read(): Promise<{ readonly discarded: Readonly<Record<string, string>> }> {
    this.#tell('ContextReading', {});
    const discarded: Record<string, string> = {};
    await tryEach(this.#storages, async ([prefix, storage]) => {
      const text = (await storage.read()).discarded;
      if (text !== null) {
        discarded[prefix] = text;
      }
    });
    this.#tell('ContextRead', {});
    return { discarded };
  }

  /**
   * Empties all storages of this context alone; shared ones stay. They are kept empty once saved; their keys stay
   * tracked.
   */
  clear(): RemovalResult {
    this.#tell('ContextClearing', {});
    const { own, left } = this.#shared();
    for (const storage of own) {
      storage.clear();
    }
    this.#tell('ContextCleared', {});
    return { done: own.map(({ prefix }) => prefix), left };
  }

  /**
   * Deletes all storages of this context alone from their drivers, and tracks them no longer; shared ones stay.
   * @throws the first failure, after all were tried: that storage stays tracked
   */
  async remove(): Promise<RemovalResult> {
    const { own, left } = this.#shared();
    const removed: Storage[] = [];
    try {
      await tryEach(own, async (storage) => {
        await storage.remove();
        removed.push(storage);
      });
    } finally {
      this.#tracked.untrack(removed.map(({ key }) => key));
      await this.#tracked.save();
    }
    return { done: removed.map(({ prefix }) => prefix), left };
  }

  /** Tracked keys, in the order they were first tracked. */
  trackedKeys(): readonly string[] {
    return this.#tracked.keys();
  }

  /** Separates the storages that go when all of it goes from those that stay. */
  #shared(): { readonly own: readonly Storage[]; readonly left: RemovalResult['left'] } {
    const all = [...this.#storages.values()];
    return {
      own: all.filter(({ whyLeft }) => whyLeft === null),
      left: all.flatMap(({ prefix, whyLeft: why }) => (why === null ? [] : [{ prefix, why }])),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.save();
  }

  #tell<E extends keyof ContextEvents>(name: E, more: Omit<ContextEvents[E], 'context'>): void {
    this.#on[name]?.({ context: this, ...more } as unknown as ContextEvents[E]);
  }
}

const prefixOf = (prefixOrClass: string | StorageKind): string =>
  typeof prefixOrClass === 'string' ? prefixOrClass : prefixOrClass.prefix;
