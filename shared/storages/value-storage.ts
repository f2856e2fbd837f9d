import type { z } from 'zod';
import type { StorageClass } from './driven-storage.ts';
import { copyOf, JsonStorage } from './json-storage.ts';

/** Storage of one value, read and written as a whole. */
export abstract class ValueStorage<T> extends JsonStorage<T> {
  /** Returns a copy, so that changing it leaves the storage alone. Null for nothing, or if the text does not fit. */
  get(): T | null {
    return copyOf(this.current());
  }

  /** @throws `value_invalid` if it does not fit the schema, or the present text does not */
  set(value: T): void {
    this.replace(value);
  }
}

/** Defines a class of storages of one JSON value each. @param prefix letters, digits and `_`; no method of contexts */
export function defineStorage<const P extends string, T>({
  prefix,
  schema,
}: {
  readonly prefix: P;
  readonly schema: z.ZodType<T>;
}): StorageClass<ValueStorage<T>> & { readonly prefix: P } {
  return class extends ValueStorage<T> {
    static override readonly prefix = prefix;
    protected readonly schema = schema;
  };
}
