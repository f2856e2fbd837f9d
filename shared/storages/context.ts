import { ContextureError } from '../contract/errors.ts';
import type { StorageDriver } from './driver.ts';
import { type KnownIdentity, keyOf, knownIdentity, type SessionIdentity } from './identity.ts';
import { IdentityStorage } from './identity-storage.ts';
import type { DriverFailure, Storage, StorageClass } from './storage.ts';

type OfContext = { readonly context: Context };

/** What a context tells, by the names of the events, and what it tells of them. */
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

/** What listens to a context, given to it before it is made, so that its making is heard. */
export type ContextListeners = { readonly [E in keyof ContextEvents]?: (event: ContextEvents[E]) => void };

export type ContextSetup = {
  readonly identity: SessionIdentity;
  /** For every storage that is given no others. */
  readonly drivers: readonly StorageDriver[];
  /** Of a text, as hexadecimal digits. */
  readonly hash: (text: string) => string;
  readonly on?: ContextListeners;
};

/** What saving came to: the prefixes of what was written, and the drivers that failed where others did not. */
export type ContextSaved = {
  readonly written: readonly string[];
  readonly failures: readonly (DriverFailure & { readonly prefix: string })[];
};

/** What an agent keeps for somebody: a registry of storages, and what is done with all of them. */
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

  /** Takes the place of a storage of the same prefix. @throws `value_invalid` for a prefix that can't be one */
  register(storage: Storage): this {
    const { prefix } = storage;
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(prefix) || (prefix in this && !this.#storages.has(prefix))) {
      const message = `${prefix === '' ? 'An empty prefix' : prefix} can’t be the prefix of a storage. Use letters, digits and _, and no name of what a context has itself.`;
      throw new ContextureError('value_invalid', message, { prefix });
    }
    this.#storages.set(prefix, storage);
    Object.defineProperty(this, prefix, { value: storage, configurable: true, enumerable: true });
    this.#tracked.track(storage.key, storage.identity);
    this.#tell('StorageRegistered', { prefix, storage });
    return this;
  }

  /** Makes a storage of a class for the one whose context this is, and registers it. */
  make<S extends Storage>(kind: StorageClass<S>, drivers: readonly StorageDriver[] = this.#drivers): S {
    const key = keyOf(kind.prefix, this.#identity, this.#hash);
    const storage = new kind({ key, identity: this.#identity, drivers });
    this.register(storage);
    return storage;
  }

  getStorage<S extends Storage>(kind: StorageClass<S>): S | null;
  getStorage(prefix: string): Storage | null;
  getStorage(prefixOrClass: string | StorageClass): Storage | null {
    return this.#storages.get(prefixOf(prefixOrClass)) ?? null;
  }

  has(prefixOrClass: string | StorageClass): boolean {
    return this.#storages.has(prefixOf(prefixOrClass));
  }

  names(): readonly string[] {
    return [...this.#storages.keys()];
  }

  /** Saves what changed. @throws what the first that could not be saved says, after all were tried */
  async save(): Promise<ContextSaved> {
    this.#tell('ContextSaving', {});
    const written: string[] = [];
    const failures: (DriverFailure & { readonly prefix: string })[] = [];
    const errors: unknown[] = [];
    const all: readonly (readonly [string, Storage])[] = [...this.#storages, [IdentityStorage.prefix, this.#tracked]];
    for (const [prefix, storage] of all.filter(([, { isDirty }]) => isDirty)) {
      try {
        const outcome = await storage.save();
        failures.push(...outcome.failures.map((failure) => ({ prefix, ...failure })));
        if (outcome.isWritten) {
          written.push(prefix);
        }
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw errors[0];
    }
    this.#tell('ContextSaved', {});
    return { written, failures };
  }

  /** Reads everything again. @returns the prefixes of those whose changes were not saved, and are gone */
  async read(): Promise<{ readonly discarded: readonly string[] }> {
    this.#tell('ContextReading', {});
    const discarded: string[] = [];
    for (const [prefix, storage] of this.#storages) {
      if ((await storage.read()).discarded !== null) {
        discarded.push(prefix);
      }
    }
    this.#tell('ContextRead', {});
    return { discarded };
  }

  /** Empties all storages. They are kept empty once they are saved; their keys stay tracked. */
  clear(): void {
    this.#tell('ContextClearing', {});
    for (const storage of this.#storages.values()) {
      storage.clear();
    }
    this.#tell('ContextCleared', {});
  }

  /** Deletes all storages from their drivers, and tracks them no longer. */
  async remove(): Promise<void> {
    const removed = new Set<string>();
    const errors: unknown[] = [];
    for (const storage of this.#storages.values()) {
      await storage.remove().then(
        () => removed.add(storage.key),
        (error: unknown) => errors.push(error),
      );
    }
    this.#tracked.untrack(removed);
    await this.#tracked.save();
    if (errors.length > 0) {
      throw errors[0];
    }
  }

  trackedKeys(): readonly string[] {
    return this.#tracked.keys();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.save();
  }

  #tell<E extends keyof ContextEvents>(name: E, more: Omit<ContextEvents[E], 'context'>): void {
    this.#on[name]?.({ context: this, ...more } as unknown as ContextEvents[E]);
  }
}

const prefixOf = (prefixOrClass: string | StorageClass): string =>
  typeof prefixOrClass === 'string' ? prefixOrClass : prefixOrClass.prefix;
