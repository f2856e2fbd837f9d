import { ContextureError } from '../contract/errors.ts';
import type { EntryFields, EntryRef } from './entry.ts';

type Findable = Pick<EntryFields, 'category' | 'key' | 'value' | 'raw' | 'ordinal' | 'confidence' | 'source'>;

/**
 * The entry an operation is meant for, by category, key and expected text. Of several identical lines the one of the
 * same ordinal; if there are fewer now, the last, since they are all alike.
 *
 * @throws `entry_changed` if an entry of that name now reads differently (details: `raw`, `key`, `value`, `category`
 * as it is now), `entry_gone` if there is none.
 */
export function findEntry<E extends Findable>(entries: readonly E[], ref: EntryRef): E {
  const same = entries.filter((entry) => entry.raw === ref.raw && entry.category === ref.category);
  const exact = same[ref.ordinal] ?? same.at(-1);
  if (exact) {
    return exact;
  }
  const moved = entries.find((entry) => entry.raw === ref.raw);
  const named =
    ref.key === null ? [] : entries.filter((entry) => entry.key === ref.key && entry.category === ref.category);
  const now = moved ?? (named.length === 1 ? named[0] : undefined);
  const name = ref.key ?? ref.raw.trim().slice(0, 60);
  if (now) {
    const { raw, key, value, category, ordinal } = now;
    const what = moved ? 'was moved to another section' : 'was changed';
    throw new ContextureError(
      'entry_changed',
      `“${name}” ${what} meanwhile, so nothing was done to it. Look at both texts and choose.`,
      {
        entry: { raw, key, value, category, ordinal },
        expected: ref,
      },
    );
  }
  throw new ContextureError('entry_gone', `“${name}” is no longer in the file, so nothing was done to it.`, {
    expected: ref,
  });
}
