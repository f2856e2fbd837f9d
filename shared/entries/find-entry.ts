import { ContextureError } from '../contract/errors.ts';
import type { EntryFields, EntryRef } from './entry.ts';
import { addTo } from './multimap.ts';

type Findable = Pick<EntryFields, 'category' | 'key' | 'value' | 'raw' | 'ordinal'>;

/** Finds entries of one version by content. */
export type EntryFinder<E> = {
  /** The same line in the same category; of several, the one of the same ordinal or, if there are fewer now, the last. */
  readonly exact: (ref: EntryRef) => E | undefined;
  /** All of the same category and key, in file order; none for prose. */
  readonly named: (ref: Pick<EntryRef, 'category' | 'key'>) => readonly E[];
  /**
   * The entry an operation is meant for.
   * @throws `entry_changed` if an entry of that name now reads differently (details.entry: as it is now), `entry_gone`
   * if there is none
   */
  readonly require: (ref: EntryRef) => E;
};

export function createEntryFinder<E extends Findable>(entries: readonly E[]): EntryFinder<E> {
  const byLine = new Map<string, E[]>();
  const byName = new Map<string, E[]>();
  const byRaw = new Map<string, E>();
  for (const entry of entries) {
    addTo(byLine, lineOf(entry), entry);
    if (entry.key !== null) {
      addTo(byName, nameOf(entry), entry);
    }
    if (!byRaw.has(entry.raw)) {
      byRaw.set(entry.raw, entry);
    }
  }
  const exact = (ref: EntryRef): E | undefined => {
    const same = byLine.get(lineOf(ref));
    return same?.[ref.ordinal] ?? same?.at(-1);
  };
  const named = (ref: Pick<EntryRef, 'category' | 'key'>): readonly E[] =>
    ref.key === null ? [] : (byName.get(nameOf(ref)) ?? []);
  return {
    exact,
    named,
    require: (ref) => {
      const found = exact(ref);
      if (found) {
        return found;
      }
      const moved = byRaw.get(ref.raw);
      const [twin, ...others] = named(ref);
      const now = moved ?? (others.length === 0 ? twin : undefined);
      throw now
        ? entryChanged(ref, now)
        : new ContextureError(
            'entry_gone',
            `“${shortName(ref)}” is no longer in the file, so nothing was done to it.`,
            { expected: ref },
          );
    },
  };
}

/** The error for an operation on an entry that another program has changed meanwhile. */
export function entryChanged(ref: EntryRef, now: Findable): ContextureError {
  const { raw, key, value, category, ordinal } = now;
  const what = raw === ref.raw ? 'was moved to another section' : 'was changed';
  return new ContextureError(
    'entry_changed',
    `“${shortName(ref)}” ${what} meanwhile, so nothing was done to it. Look at both texts and choose.`,
    { entry: { raw, key, value, category, ordinal }, expected: ref },
  );
}

/** What an entry is called in a message: its key, or its text without bullet and bracket. */
export function shortName(ref: Pick<EntryRef, 'key' | 'raw'>): string {
  const text = ref.raw.replace(/^\s*[-*+]\s*(?:\[\d{4}-\d{2}-\d{2}[^\]]*\]\s*)?/, '');
  const line = ref.key ?? text.split(/[\r\n]/, 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function lineOf(entry: Pick<EntryRef, 'category' | 'raw'>): string {
  return `${entry.category} ${entry.raw}`;
}

function nameOf(entry: Pick<EntryRef, 'category' | 'key'>): string {
  return `${entry.category} ${entry.key}`;
}
