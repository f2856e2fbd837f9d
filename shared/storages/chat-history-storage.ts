import { ContextureError } from '../contract/errors.ts';
import { addedMessageSchema } from '../contract/features/conversation-store.ts';
import type { Message } from '../conversations/message.ts';
import { readMessages } from '../conversations/read-messages.ts';
import { DrivenStorage, type StorageSetup } from './driven-storage.ts';
import type { StorageDriver, StoredText } from './driver.ts';
import { copyOf, describe } from './json-storage.ts';
import type { SaveOutcome } from './storage.ts';

/** Conversation of an agent, message after message. Saving appends the new messages to the conversation of its key. */
export class ChatHistoryStorage extends DrivenStorage {
  static override readonly prefix = 'chat_history';
  #messages: Message[] = [];
  #problems = 0;
  /** Number of the first messages a driver has; missing if it has something else. */
  #had = new Map<StorageDriver, number>();
  #isBehind = false;

  constructor({ drivers, ...setup }: StorageSetup) {
    // Several may keep their conversations in the same place.
    super({ ...setup, drivers: [...new Set(drivers.map((driver) => driver.conversations ?? driver))] });
  }

  /** Returns copies of all messages, in order. */
  get(): Message[] {
    this.ensureLoaded();
    return copyOf(this.#messages);
  }

  /** Returns a copy of the last message; null if there is none. */
  last(): Message | null {
    this.ensureLoaded();
    return copyOf(this.#messages.at(-1)) ?? null;
  }

  get length(): number {
    this.ensureLoaded();
    return this.#messages.length;
  }

  /** Number of lines among them that are no messages. They stay where they are. */
  get problems(): number {
    this.ensureLoaded();
    return this.#problems;
  }

  /** @throws `value_invalid` for anything that is no message; then none of them is added */
  add(...messages: readonly Message[]): void {
    this.ensureLoaded();
    const added = messages.map((message) => {
      const checked = addedMessageSchema.safeParse(message);
      if (!checked.success) {
        const why = `This isn’t a message of ${this.key}: ${describe(checked.error)}. Nothing was added.`;
        throw new ContextureError('value_invalid', why, { key: this.key });
      }
      return copyOf(checked.data);
    });
    if (added.length > 0) {
      this.#messages.push(...added);
      this.markDirty();
    }
  }

  /** Saves; afterwards the messages include those others added meanwhile. */
  override async save(options?: { readonly over?: boolean }): Promise<SaveOutcome> {
    const outcome = await super.save(options);
    if (this.#isBehind && !this.isDirty) {
      await this.read();
    }
    return outcome;
  }

  protected load(text: string | null): void {
    const lines = readMessages(text ?? '');
    this.#messages = lines.flatMap((line) => ('message' in line ? [line.message] : []));
    this.#problems = lines.length - this.#messages.length;
    this.#isBehind = false;
  }

  /** Prefers a driver that appends, to which others may have added; drivers written whole are copies of that. */
  protected override choose(stored: readonly (StoredText | null)[]): StoredText | null {
    return stored.find((one, at) => one !== null && this.drivers[at]?.append !== undefined) ?? super.choose(stored);
  }

  protected override isSame(text: string, loaded: string): boolean {
    return text === loaded || this.#countIn(text) === this.#messages.length;
  }

  protected override loaded(stored: readonly (StoredText | null)[], found: StoredText | null): void {
    this.#had = new Map(
      this.drivers.flatMap((driver, at) => {
        const text = stored[at]?.text ?? '';
        const count = text === found?.text ? this.#messages.length : this.#countIn(text);
        return count === null ? [] : [[driver, count]];
      }),
    );
  }

  /** Counts the first messages a text has; null if it has something else. */
  #countIn(text: string): number | null {
    const messages = readMessages(text).flatMap((line) => ('message' in line ? [line.message] : []));
    return textOf(messages) === textOf(this.#messages.slice(0, messages.length)) ? messages.length : null;
  }

  protected override writing() {
    const messages = [...this.#messages];
    return async (driver: StorageDriver, over: string | null): Promise<string | null> => {
      const had = this.#had.get(driver);
      if (driver.append === undefined || had === undefined) {
        const version = await driver.write(this.key, textOf(messages), over);
        this.#had.set(driver, messages.length);
        return version;
      }
      let version = over;
      for (let from = had; from < messages.length; from += maxAdded) {
        const added = messages.slice(from, from + maxAdded);
        const appended = await driver.append(this.key, added.map(lineOf));
        this.#had.set(driver, from + added.length);
        this.#isBehind ||= appended.before !== version;
        version = appended.version;
      }
      return version;
    };
  }

  protected text(): string {
    return textOf(this.#messages);
  }

  protected empty(): void {
    this.#messages = [];
    this.#problems = 0;
    this.#had.clear();
  }
}

/** Messages added at once, so that no single write is long. */
const maxAdded = 500;

const lineOf = (message: Message): string => JSON.stringify(message);
const textOf = (messages: readonly Message[]): string => messages.map((message) => `${lineOf(message)}\n`).join('');
