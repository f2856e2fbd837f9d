import { ContextureError } from '../contract/errors.ts';
import { cutTo } from '../text/cut-to.ts';
import type { EntryFields, EntryRef } from './entry.ts';
import { addTo } from './multimap.ts';

type Findable = Pick<EntryFields, 'category' | 'key' | 'value' | 'raw' | 'ordinal'>;

export type EntryFinder<E> = {
  /** Finds the same line in the same category; of several, the one of that ordinal or, if fewer now, the last. */
  readonly exact: (ref: EntryRef) => E | undefined;
  /** Finds all of the same category and key, in file order; none for prose. */
  readonly named: (ref: Pick<EntryRef, 'category' | 'key'>) => readonly E[];
  /** @throws `entry_changed` if it reads differently now (details.entry: its text), `entry_gone` if there is none */
  readonly require: (ref: EntryRef) => E;
};

export function createEntryFinder<E extends Findable>(entries: readonly E[]): EntryFinder<E> {
  const withRaw = lookup(entries, ({ raw }) => raw);
  const withKey = lookup(entries, ({ key }) => key);
  const exact = ({ category, raw, ordinal }: EntryRef): E | undefined => {
    const same = withRaw(category, raw);
    return same[ordinal] ?? same.at(-1);
  };
  const named = ({ category, key }: Pick<EntryRef, 'category' | 'key'>): readonly E[] =>
    key === null ? [] : withKey(category, key);
  return {
    exact,
    named,
    require: (ref) => {
      const entry = exact(ref);
      if (entry) {
        return entry;
      }
      const moved = entries.find(({ raw }) => raw === ref.raw);
      const [first, ...others] = named(ref);
      const now = moved ?? (others.length === 0 ? first : undefined);
      throw now
        ? entryChangedError(ref, now)
        : new ContextureError(
            'entry_gone',
            `“${shortName(ref)}” is no longer in the file, so nothing was done to it.`,
            { expected: ref },
          );
    },
  };
}

/** Finds each entry at most once, so that none of several identical ones is used twice. */
export function createEntryClaims<E extends Findable>(entries: readonly E[]) {
  const withRaw = lookup(entries, (entry) => entry.raw);
  const linesByName = new Map<string, Line<E>>();
  const taken = new Set<E>();
  const take = (entry: E | undefined): E | undefined => {
    if (entry) {
      taken.add(entry);
    }
    return entry;
  };
  /** Takes the first free one of a line. Passed ones are never read again. */
  const nextIn = (line: Line<E>): E | undefined => {
    for (let entry = line.entries[line.next]; entry && taken.has(entry); entry = line.entries[line.next]) {
      line.next += 1;
    }
    return take(line.entries[line.next]);
  };
  return {
    /** Finds like {@link EntryFinder.exact}, among the free ones. */
    exact(ref: EntryRef): E | undefined {
      const name = `${ref.category} ${ref.raw}`;
      const line = linesByName.get(name) ?? { entries: withRaw(ref.category, ref.raw), next: 0 };
      linesByName.set(name, line);
      const wanted = line.entries[ref.ordinal];
      return wanted && !taken.has(wanted) ? take(wanted) : nextIn(line);
    },
    /** Finds the first free one of a name, by names of any kind. */
    by(nameOf: (entry: E) => string): (name: string) => E | undefined {
      const lines = new Map<string, E[]>();
      for (const entry of entries) {
        addTo(lines, nameOf(entry), entry);
      }
      const named = new Map([...lines].map(([name, each]): [string, Line<E>] => [name, { entries: each, next: 0 }]));
      return (name) => {
        const line = named.get(name);
        return line && nextIn(line);
      };
    },
  };
}

type Line<E> = { readonly entries: readonly E[]; next: number };

export function entryChangedError(ref: EntryRef, now: Findable): ContextureError {
  const { raw, key, value, category, ordinal } = now;
  const what = raw === ref.raw ? 'was moved to another section' : 'was changed';
  return new ContextureError(
    'entry_changed',
    `“${shortName(ref)}” ${what} meanwhile, so nothing was done to it. Look at both texts and choose.`,
    { entry: { raw, key, value, category, ordinal }, expected: ref },
  );
}

const mark = /^\s*(?:[-*+]\s*|\d{1,9}[.)]\s+|[>|]\s*|`{3,}.*\s+)(?:\[\d{4}-\d{2}-\d{2}[^\]]*\]\s*|\[[ xX]\]\s+)?/;

/** Names an entry in a message: its key, or its text without bullet and bracket, or its beginning. */
export function shortName(ref: Pick<EntryRef, 'key' | 'raw'>): string {
  const text = ref.raw.replace(mark, '');
  return cutTo(ref.key ?? text.split(/[\r\n]/, 1)[0] ?? '', 60);
}

/** Number of lookups up to which going through all entries costs less than making an index. */
const maxSearches = 12;

/** Finds entries of a category by one of their texts, in file order. */
function lookup<E extends Findable>(entries: readonly E[], textOf: (entry: E) => string | null) {
  let searches = 0;
  let index: Map<string, E[]> | null = null;
  const nameOf = (category: EntryRef['category'], text: string): string => `${category} ${text}`;
  return (category: EntryRef['category'], text: string): readonly E[] => {
    searches += 1;
    if (searches <= maxSearches) {
      return entries.filter((entry) => entry.category === category && textOf(entry) === text);
    }
    if (index === null) {
      index = new Map();
      for (const entry of entries) {
        const own = textOf(entry);
        if (own !== null) {
          addTo(index, nameOf(entry.category, own), entry);
        }
      }
    }
    return index.get(nameOf(category, text)) ?? [];
  };
}
