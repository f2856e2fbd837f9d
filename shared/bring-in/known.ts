import type { EntryFields } from '../entries/entry.ts';
import { plainKey, plainValue } from '../twins/comparable-entry.ts';
import type { ListedFact } from './read-list.ts';

type KeyedValue = Pick<EntryFields, 'key' | 'value'>;

const saidBy = ({ key, value }: KeyedValue): string =>
  key === null ? plainValue({ value }) : `${plainKey(key)}: ${plainValue({ value })}`;

/** Entry that an item matches: the same text, or the same name with another value. */
export type MatchedEntry<E> = { readonly how: 'same' | 'differs'; readonly entry: E };

/** Finds the memory's entry for an item, and the items of a list that repeat an earlier one. */
export function createEntryMatcher<E extends KeyedValue>(entries: readonly E[]) {
  const bySaid = new Map([...entries].reverse().map((entry) => [saidBy(entry), entry]));
  const byKey = new Map(
    [...entries].reverse().flatMap((entry) => (entry.key === null ? [] : [[plainKey(entry.key), entry] as const])),
  );
  const listed = new Set<string>();
  return {
    of(item: Pick<ListedFact, 'key' | 'value'>): MatchedEntry<E> | null {
      const same = bySaid.get(saidBy(item));
      const named = item.key === null ? undefined : byKey.get(plainKey(item.key));
      return same ? { how: 'same', entry: same } : named ? { how: 'differs', entry: named } : null;
    },
    isRepeated(item: Pick<ListedFact, 'key' | 'value'>): boolean {
      const before = listed.size;
      return listed.add(saidBy(item)).size === before;
    },
  };
}
