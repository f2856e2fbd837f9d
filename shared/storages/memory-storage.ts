import type { ContextUpdate } from '../contract/changes.ts';
import type { ErrorCode } from '../contract/error-codes.ts';
import { ContextureError } from '../contract/errors.ts';
import type { EntryFields } from '../entries/entry.ts';
import { knownIdentity } from './identity.ts';
import { copyOf } from './json-storage.ts';
import { nothingSaved, type SaveOutcome, Storage } from './storage.ts';

/** Entry of the person’s memory, as an agent reads it. Unknown fields are null. */
export type MemoryEntry = Pick<EntryFields, 'category' | 'key' | 'value' | 'confidence' | 'date' | 'source'>;

/** Fact an agent learned. By default it is an insight, likely. Its source is the agent, with the given origin. */
export type LearnedFact = Pick<ContextUpdate, 'key' | 'value'> &
  Partial<Pick<ContextUpdate, 'category' | 'confidence' | 'source'>>;

/** Memory of the person, wherever it is kept. */
export type PersonsMemory = {
  /** Reads all entries, as the file has them now, in its order. */
  read(): Promise<readonly MemoryEntry[]>;
  /** @returns the update as it would be written, with the agent in its source. @throws if it can’t be */
  check(update: Omit<ContextUpdate, 'source'> & { readonly source: string | undefined }): ContextUpdate;
  /** @returns remarks, in sentences, such as on updates that wait for the person */
  learn(updates: readonly ContextUpdate[]): Promise<readonly string[]>;
  /** Archives everything except entries the person corrected, confirmed or pinned. */
  empty(): Promise<void>;
};

/** Key of the memory, which no other storage has: all their keys name an owner. */
export const memoryKey = 'memory';

/**
 * Knowledge of the person shared by all assistants, which the person corrects. All identities share it, so a context
 * that is cleared or removed leaves it; cleared or removed by itself, its entries go to the archive.
 */
export class MemoryStorage extends Storage {
  static override readonly prefix = 'memory';
  readonly #memory: PersonsMemory;
  #entries: readonly MemoryEntry[];
  #learned: readonly ContextUpdate[] = [];
  #isCleared = false;

  /** @param entries present entries */
  constructor({
    agent,
    memory,
    entries,
  }: {
    readonly agent: string;
    readonly memory: PersonsMemory;
    readonly entries: readonly MemoryEntry[];
  }) {
    super({ key: memoryKey, identity: knownIdentity({ agent }) });
    this.#memory = memory;
    this.#entries = entries;
  }

  get isDirty(): boolean {
    return this.#isCleared || this.#learned.length > 0;
  }

  override get whyLeft(): string {
    return 'The memory is the person’s, and all agents share it. Clear it by itself to empty it.';
  }

  /** Returns copies of all entries, with the learned and unsaved ones at the end. */
  entries(): MemoryEntry[] {
    const learned = this.#learned.map((update) => ({ ...update, date: null }));
    const isLearned = new Set(learned.map(nameOf));
    return copyOf([...this.#entries.filter((entry) => !isLearned.has(nameOf(entry))), ...learned]);
  }

  /** Returns the value of the first entry of this key; null if there is none. */
  get(key: string): string | null {
    return this.entries().find((entry) => entry.key === key)?.value ?? null;
  }

  /**
   * Learns a fact. When it is saved, a correction by the person may prevail, and the notes of the saving say so.
   * @throws for an invalid entry
   */
  learn({ category = 'insight', key, value, confidence = 'likely', source }: LearnedFact): void {
    const update = this.#memory.check({ category, key, value, confidence, source });
    this.#learned = [...this.#learned.filter((one) => nameOf(one) !== nameOf(update)), update];
  }

  async read(): Promise<{ readonly discarded: string | null }> {
    const discarded = this.#learned.length > 0 ? JSON.stringify(this.#learned, null, 2) : null;
    this.#entries = await this.#memory.read();
    this.#learned = [];
    this.#isCleared = false;
    return { discarded };
  }

  /**
   * Saves by adding to the memory, so no entry of others is ever overwritten unseen.
   * @throws the first refusal, once all others are learned. Updates refused for their content are not tried again
   */
  async save(): Promise<SaveOutcome> {
    if (!this.isDirty) {
      return nothingSaved;
    }
    const notes: string[] = [];
    const refusals: Refusal[] = [];
    if (this.#isCleared) {
      await this.#memory.empty();
      this.#isCleared = false;
      const stay = (await this.#memory.read()).length;
      if (stay > 0) {
        const they = stay === 1 ? 'One entry stays' : `${stay} entries stay`;
        notes.push(`${they} in the memory, which the person corrected, confirmed or pinned.`);
      }
    }
    if (this.#learned.length > 0) {
      await this.#write(this.#learned, notes, refusals);
    }
    this.#entries = await this.#memory.read();
    if (refusals[0] !== undefined) {
      throw refusedError(refusals[0], refusals);
    }
    return { isWritten: true, failures: [], notes };
  }

  /** Writes all at once or, if that is refused, each by itself, so that one doesn't keep the others away. */
  async #write(learned: readonly ContextUpdate[], notes: string[], refusals: Refusal[]): Promise<void> {
    const settle = (): void => {
      this.#learned = this.#learned.filter((one) => !learned.includes(one));
    };
    try {
      notes.push(...(await this.#memory.learn(learned)));
      settle();
    } catch (error) {
      const [update, ...others] = learned;
      if (update === undefined || !(error instanceof ContextureError) || !refusedAs.has(error.code)) {
        throw error;
      }
      if (others.length === 0) {
        settle();
        refusals.push({ update, error });
        return;
      }
      for (const one of learned) {
        await this.#write([one], notes, refusals);
      }
    }
  }

  clear(): void {
    this.#entries = [];
    this.#learned = [];
    this.#isCleared = true;
  }

  async remove(): Promise<void> {
    this.clear();
    await this.save();
  }
}

/** Update the memory refused, and why. */
type Refusal = { readonly update: ContextUpdate; readonly error: ContextureError };

/** Errors that refuse an entry for its content: its form can't have it, or there is no room for it. */
const refusedAs: ReadonlySet<ErrorCode> = new Set([
  'updates_invalid',
  'key_invalid',
  'value_invalid',
  'source_invalid',
  'section_unclear',
  'entry_unclear',
  'too_large',
  'over_limit',
]);

function refusedError({ error }: Refusal, all: readonly Refusal[]): ContextureError {
  const keys = all.map(({ update: { key } }) => key);
  const names = keys.map((key) => `“${key}”`).join(', ');
  const message = `The memory does not take ${names}, so ${keys.length === 1 ? 'it was' : 'they were'} not learned; all else was. ${error.message}`;
  return new ContextureError(error.code, message, { keys });
}

const nameOf = ({ category, key }: Pick<MemoryEntry, 'category' | 'key'>): string => JSON.stringify([category, key]);
