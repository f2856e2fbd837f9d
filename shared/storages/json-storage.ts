import type { z } from 'zod';
import { ContextureError } from '../contract/errors.ts';
import { hasLostName, lostName } from '../text/lost-name.ts';
import { jsonNesting, maxNesting } from '../text/nesting.ts';
import { parseJson } from '../text/parse-json.ts';
import { DrivenStorage } from './driven-storage.ts';

/** Storage whose text is the JSON of one value, checked by a schema. */
export abstract class JsonStorage<T> extends DrivenStorage {
  protected abstract readonly schema: z.ZodType<T>;
  #value: T | null = null;
  #unfit: string | null = null;

  /** Reason the text is not valid for this storage, in a sentence; null if it is. It stays as it is. */
  get problem(): string | null {
    this.ensureLoaded();
    return this.#unfit;
  }

  /** Returns the value; null for nothing, or if the text does not fit. Not to be changed. */
  protected current(): T | null {
    this.ensureLoaded();
    return this.#value;
  }

  /** @throws `value_invalid` if it does not fit the schema, or the present text does not */
  protected replace(value: T): void {
    this.ensureLoaded();
    if (this.#unfit !== null) {
      throw new ContextureError('value_invalid', `${this.#unfit} Mend it, or clear it first.`, { key: this.key });
    }
    const fitted = fitTo(this.schema, value);
    if ('why' in fitted) {
      const message = `This can’t be stored as ${this.prefix}: ${fitted.why}. Nothing was changed.`;
      throw new ContextureError('value_invalid', message, { key: this.key });
    }
    const next = fitted.text;
    if (next !== JSON.stringify(this.#value)) {
      this.#value = parseJson(next) as T;
      this.markDirty();
    }
  }

  protected load(text: string | null): void {
    const parsed = text === null ? null : parseJson(text);
    // A cleared storage holds null, whatever its schema.
    const fitted = parsed === null ? null : fitTo(this.schema, parsed);
    this.#value = fitted !== null && 'value' in fitted ? fitted.value : null;
    this.#unfit =
      fitted !== null && 'why' in fitted
        ? `What is stored under ${this.key} does not fit ${this.prefix}: ${fitted.why}. It was left as it is.`
        : null;
  }

  protected text(): string {
    return `${JSON.stringify(this.#value, null, 2)}\n`;
  }

  protected empty(): void {
    this.#value = null;
    this.#unfit = null;
  }
}

/** Makes a copy that shares nothing with the value, which is JSON. */
export const copyOf = <V>(value: V): V => (value === undefined ? value : (parseJson(JSON.stringify(value)) as V));

/** Parses a value by its schema, with its JSON; or gives a short reason why it would not read back the same. */
export function fitTo<T>(schema: z.ZodType<T>, value: unknown): { readonly value: T; readonly text: string } | Unfit {
  try {
    const checked = schema.safeParse(value);
    if (!checked.success) {
      return { why: describe(checked.error) };
    }
    const text = JSON.stringify(checked.data);
    if (jsonNesting(text) > maxNesting) {
      return { why: `it is nested deeper than ${maxNesting} levels` };
    }
    return hasLostName(value) ? { why: `${lostName} can’t be a name in it` } : { value: checked.data, text };
  } catch {
    // The stack overflowed, the value contains itself, or it has no JSON.
    return { why: 'it can’t be written as JSON' };
  }
}

type Unfit = { readonly why: string };

/** Describes the mismatch with a schema, in short. */
export const describe = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
