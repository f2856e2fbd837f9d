import type { z } from 'zod';
import { ContextureError } from '../contract/errors.ts';
import { parseJson } from '../text/parse-json.ts';
import { DrivenStorage } from './driven-storage.ts';

/** A storage whose text is the JSON of one value, checked by a schema. */
export abstract class JsonStorage<T> extends DrivenStorage {
  protected abstract readonly schema: z.ZodType<T>;
  #value: T | null = null;
  #unfit: string | null = null;

  /** Why what is kept could not be taken for this storage’s, in a sentence; null where it could. It stays as it is. */
  get problem(): string | null {
    this.ensureLoaded();
    return this.#unfit;
  }

  /** Null for nothing, or where what is kept does not fit. Not to be changed. */
  protected current(): T | null {
    this.ensureLoaded();
    return this.#value;
  }

  /** @throws `value_invalid` where it does not fit the schema, or what is kept does not */
  protected replace(value: T): void {
    this.ensureLoaded();
    if (this.#unfit !== null) {
      throw new ContextureError('value_invalid', `${this.#unfit} Mend it, or clear it first.`, { key: this.key });
    }
    const checked = this.schema.safeParse(value);
    if (!checked.success) {
      const message = `This can’t be kept as ${this.prefix}: ${describe(checked.error)}. Nothing was changed.`;
      throw new ContextureError('value_invalid', message, { key: this.key });
    }
    const next = JSON.stringify(checked.data);
    if (next !== JSON.stringify(this.#value)) {
      this.#value = parseJson(next) as T;
      this.markDirty();
    }
  }

  protected load(text: string | null): void {
    const parsed = text === null ? null : parseJson(text);
    // What was cleared says null, whatever its schema.
    const checked = parsed === null ? null : this.schema.safeParse(parsed);
    this.#value = checked?.success ? checked.data : null;
    this.#unfit =
      checked === null || checked.success
        ? null
        : `What is kept under ${this.key} does not fit ${this.prefix}: ${describe(checked.error)}. It was left as it is.`;
  }

  protected text(): string {
    return `${JSON.stringify(this.#value, null, 2)}\n`;
  }

  protected empty(): void {
    this.#value = null;
    this.#unfit = null;
  }
}

/** A copy that shares nothing with the value, which is JSON. */
export const copyOf = <V>(value: V): V => (value === undefined ? value : (parseJson(JSON.stringify(value)) as V));

/** What does not fit a schema, in short. */
export const describe = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
