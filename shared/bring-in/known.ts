import type { EntryFields } from '../entries/entry.ts';
import { plainKey, plainValue } from '../twins/said.ts';
import type { ListItem } from './read-list.ts';

type Said = Pick<EntryFields, 'key' | 'value'>;

const saidBy = ({ key, value }: Said): string =>
  key === null ? plainValue({ value }) : `${plainKey(key)}: ${plainValue({ value })}`;

/** What is known of an item already: the same, or the same name with something else. */
export type Known<E> = { readonly how: 'same' | 'differs'; readonly entry: E };

/** Finds what a memory knows of an item, and which items of a list repeat an earlier one. */
export function createKnown<E extends Said>(entries: readonly E[]) {
  const bySaid = new Map([...entries].reverse().map((entry) => [saidBy(entry), entry]));
  const byKey = new Map(
    [...entries].reverse().flatMap((entry) => (entry.key === null ? [] : [[plainKey(entry.key), entry] as const])),
  );
  const listed = new Set<string>();
  return {
    of(item: Pick<ListItem, 'key' | 'value'>): Known<E> | null {
      const same = bySaid.get(saidBy(item));
      const named = item.key === null ? undefined : byKey.get(plainKey(item.key));
      return same ? { how: 'same', entry: same } : named ? { how: 'differs', entry: named } : null;
    },
    /** Whether an item says what one asked of before it said. */
    isRepeated(item: Pick<ListItem, 'key' | 'value'>): boolean {
      const before = listed.size;
      return listed.add(saidBy(item)).size === before;
    },
  };
}
