import { z } from 'zod';
import { ContextureError } from '../contract/errors.ts';
import { parseJson } from '../text/parse-json.ts';
import { DrivenStorage, isConflict } from './driven-storage.ts';
import { type KnownIdentity, knownIdentity } from './identity.ts';
import type { SaveOutcome } from './storage.ts';

/** Field names as LarAgent writes them. */
const trackedSchema = z.looseObject({
  agentName: z.string(),
  chatName: z.string().nullish(),
  userId: z.string().nullish(),
  group: z.string().nullish(),
  scope: z.string().nullish(),
  key: z.string(),
});
export const trackedKeysSchema = z.array(trackedSchema);
export type TrackedKey = z.infer<typeof trackedSchema>;

export const identityOf = ({ agentName, userId, chatName, group, scope }: TrackedKey): KnownIdentity =>
  knownIdentity({ agent: agentName, user: userId, chat: chatName, group, scope });

/** Name of temporary chats, which nobody returns to. */
const passing = '_temp';
const maxAttempts = 5;

/** Keys of an agent's storages, and their owners. */
export class IdentityStorage extends DrivenStorage {
  static override readonly prefix = 'context';
  readonly #tracked = new Map<string, TrackedKey>();
  /** Changes since it was read, to be repeated on data that others saved meanwhile. */
  readonly #added = new Map<string, TrackedKey>();
  readonly #untracked = new Set<string>();

  /** Keys, each once, in the order they were first tracked. */
  keys(): readonly string[] {
    this.ensureLoaded();
    return [...this.#tracked.keys()];
  }

  track(key: string, { agent, chat, user, group, scope }: KnownIdentity): void {
    this.ensureLoaded();
    if (chat?.startsWith(passing) || this.#tracked.has(key)) {
      return;
    }
    const tracked = { agentName: agent, chatName: chat, userId: user, group, scope, key };
    this.#untracked.delete(key);
    this.#added.set(key, tracked);
    this.#tracked.set(key, tracked);
    this.markDirty();
  }

  untrack(keys: Iterable<string>): void {
    this.ensureLoaded();
    for (const key of keys) {
      if (this.#tracked.delete(key)) {
        this.#added.delete(key);
        this.#untracked.add(key);
        this.markDirty();
      }
    }
  }

  /** Saves. Others of the agent may have tracked or untracked keys meanwhile: their changes stay, and so do ours. */
  override async save(): Promise<SaveOutcome> {
    for (let attempt = 1; ; attempt++) {
      const [added, untracked] = [[...this.#added.keys()], [...this.#untracked]];
      try {
        const outcome = await super.save();
        for (const key of added) {
          this.#added.delete(key);
        }
        for (const key of untracked) {
          this.#untracked.delete(key);
        }
        return outcome;
      } catch (error) {
        if (!isConflict(error) || attempt === maxAttempts) {
          throw error;
        }
        await this.#doAgain();
      }
    }
  }

  async #doAgain(): Promise<void> {
    const [added, untracked] = [new Map(this.#added), new Set(this.#untracked)];
    await this.read();
    for (const [key, tracked] of added) {
      this.#added.set(key, tracked);
      this.#tracked.set(key, this.#tracked.get(key) ?? tracked);
    }
    this.untrack(untracked);
    this.markDirty();
  }

  protected load(text: string | null): void {
    const checked = text === null ? null : trackedKeysSchema.safeParse(parseJson(text));
    if (checked?.success === false) {
      const message = `What is stored under ${this.key} isn’t a list of keys. It was left as it is. Mend it, or move it away.`;
      throw new ContextureError('value_invalid', message, { key: this.key });
    }
    this.#tracked.clear();
    this.#added.clear();
    this.#untracked.clear();
    for (const tracked of checked?.data ?? []) {
      this.#tracked.set(tracked.key, this.#tracked.get(tracked.key) ?? tracked);
    }
  }

  protected text(): string {
    return `${JSON.stringify([...this.#tracked.values()], null, 2)}\n`;
  }

  protected empty(): void {
    this.untrack(this.keys());
  }
}
