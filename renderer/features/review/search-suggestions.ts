import type { EntryView } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { sectionNames } from '#shared/entries/entry.ts';
import { foldedForSearch } from '#shared/entries/search.ts';
import {
  asShown,
  type FieldName,
  fieldNames,
  hasWholeWords,
  readSearch,
  type StateName,
  stateNames,
} from '#shared/entries/search-query.ts';
import { passesSearch } from '../../entries/narrowing.ts';

export type Suggestion = {
  /** Search with this suggestion applied. */
  readonly query: string;
  /** Suggested text, as written in the search. */
  readonly name: string;
  /** Explanation of the suggestion; empty if its name says it. */
  readonly does: string;
};

const doesField: Readonly<Record<FieldName, string>> = {
  is: 'pinned, corrected, new, …',
  in: 'a section or heading',
  from: 'where it came from; me: you corrected it',
  about: 'who or what it is about',
  key: 'its key',
  before: 'learned before a day, month or year',
  after: 'learned then or later',
};
const doesState: Readonly<Record<StateName, string>> = {
  pinned: 'never archived automatically',
  confirmed: 'you said it is right',
  corrected: 'you changed it',
  protected: 'kept until a day',
  new: 'since you last looked',
  changed: 'since you last looked',
  undated: 'nobody knows when it was learned',
  certain: '',
  likely: '',
  tentative: '',
};

/** Number of suggestions that can be taken in at a glance. */
const maxShown = 8;
/** Fewest letters before a word may begin a name; a value after `is:` needs one more. */
const leastOfName = 2;

/** Last part of a search, as far as it is typed. */
const lastPart = /(?:^|\s)(-?)(?:([a-z]+):("?)([^"]*)|([a-z]*))$/i;

/** Suggestions for the last part of a search: names that begin like a word, and after a name the values of entries. */
export function suggestionsFor(query: string, entries: readonly EntryView[]): readonly Suggestion[] {
  const match = lastPart.exec(query);
  if (!match) {
    return [];
  }
  const [whole, minus = '', name, quote, typed = '', word = ''] = match;
  const head = query.slice(0, match.index) + (/^\s/.test(whole) ? ' ' : '') + minus;
  if (name === undefined) {
    return word.length < leastOfName ? [] : namesLike(word.toLowerCase(), head, entries);
  }
  const field = fieldNames.find((one) => one === name.toLowerCase());
  if (!field || (quote === '' && /\s/.test(typed))) {
    return [];
  }
  const asWritten = field === 'from' ? sourcesByShown(entries) : null;
  return valuesLike(foldedForSearch(typed), valuesOf(field, entries), (value) => asWritten?.get(value) ?? value)
    .slice(0, maxShown)
    .map((value) => suggestionOf(head, field, value));
}

function namesLike(word: string, head: string, entries: readonly EntryView[]): readonly Suggestion[] {
  const fields = fieldNames
    .filter((field) => field.startsWith(word))
    .map((field) => ({ query: `${head}${field}:`, name: `${field}:`, does: doesField[field] }));
  const states = valuesOf('is', entries)
    .filter((state) => word.length > leastOfName && state.startsWith(word))
    .map((state) => suggestionOf(head, 'is', state));
  return [...fields, ...states];
}

function suggestionOf(head: string, field: FieldName, value: string): Suggestion {
  const name = `${field}:${/\s/.test(value) ? `"${value}"` : value}`;
  const state = field === 'is' ? stateNames.find((one) => one === value) : undefined;
  return { query: `${head}${name} `, name, does: state ? doesState[state] : '' };
}

/** Order: exact match, then whole-word matches, then values that begin with it, then values that contain it. */
function valuesLike(typed: string, values: readonly string[], asWritten: (value: string) => string): readonly string[] {
  const like = values.filter((value) => foldedForSearch(`${value}\n${asWritten(value)}`).includes(typed));
  const rankOf = (value: string): number => {
    const folded = foldedForSearch(value);
    if (folded === typed) {
      return 0;
    }
    return typed === '' || hasWholeWords(folded, [typed]) ? 1 : folded.startsWith(typed) ? 2 : 3;
  };
  return like.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Sources as written in the file, by their displayed name, which people type after seeing it there. */
const sourcesByShown = (entries: readonly EntryView[]): ReadonlyMap<string, string> =>
  new Map(entries.flatMap(({ source }) => (source === null ? [] : [[asShown(source), source] as const])));

/** Hides a source with the name that means the person in a search: it can't be searched for. */
const shownUnlessPerson = (source: string): string | null =>
  /^(?:me|you)$/i.test(source.trim()) ? null : asShown(source);

/** Longer values are sentences, which nobody picks from a list. */
const maxLength = 60;

/** Values of entries that can be searched for, the most frequent first; for days, the latest months first. */
function valuesOf(field: FieldName, entries: readonly EntryView[]): readonly string[] {
  switch (field) {
    case 'is':
      return stateNames.filter((state) => {
        const search = readSearch(`is:${state}`);
        return entries.some((entry) => passesSearch(entry, search));
      });
    case 'in':
      return mostFirst(entries, ({ category, section }) => (category === null ? section : sectionNames[category]));
    case 'from':
      return mostFirst(entries, (entry) =>
        isCorrection(entry) ? 'me' : entry.source && shownUnlessPerson(entry.source),
      );
    case 'about':
      return mostFirst(entries, ({ flags }) => flags.about?.name ?? null);
    case 'key':
      return mostFirst(entries, ({ key }) => key);
    case 'before':
    case 'after':
      return [...new Set(entries.flatMap(({ date }) => (date === null ? [] : [date.slice(0, 7), date.slice(0, 4)])))]
        .sort()
        .reverse();
  }
}

function mostFirst(entries: readonly EntryView[], of: (entry: EntryView) => string | null): readonly string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const value = of(entry);
    if (value !== null && value !== '' && value.length <= maxLength && !/["“”„«»]/.test(value)) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
