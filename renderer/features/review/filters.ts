import type { EntryView, Preferences } from '#shared/contract/model.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { daysBetween } from '../../wording/dates.ts';
import type { CategoryOrUnsorted } from '../../wording/names.ts';
import { once } from '../../wording/once.ts';

export type Filters = Preferences['reviewFilters'];
export type Sort = Preferences['reviewSort'];
export type SourceKind = Filters['sources'][number];
export type AgeBand = NonNullable<Filters['age']>;

export const noFilters: Filters = {
  categories: [],
  confidences: [],
  sources: [],
  age: null,
  marks: false,
  pinned: false,
};

/** A memory in another format says nothing of how sure, how old or from where: only marks narrow it. */
export const filtersFor = (filters: Filters, otherFormat: boolean): Filters =>
  otherFormat ? { ...noFilters, marks: filters.marks } : filters;

/** Nor does it say when an entry was learned or leaves. */
export const sortFor = (sort: Sort, otherFormat: boolean): Sort =>
  otherFormat && sort !== 'tokens' && sort !== 'name' ? 'file' : sort;

export const categoryOf = (entry: Pick<EntryView, 'category'>): CategoryOrUnsorted => entry.category ?? 'unsorted';

export function sourceKindOf(entry: Pick<EntryView, 'source'>): SourceKind {
  if (entry.source === null) {
    return 'unknown';
  }
  return isCorrection(entry) ? 'corrected' : 'assistant';
}

/** Bands do not overlap, so that their counts add up. Null for an entry whose date is unknown. */
export function ageBandOf({ date }: Pick<EntryView, 'date'>, today: string): AgeBand | null {
  if (date === null) {
    return null;
  }
  if (bands.today !== today) {
    bands = { today, of: new Map() };
  }
  const known = bands.of.get(date);
  if (known !== undefined) {
    return known;
  }
  const days = daysBetween(date, today);
  const band = days === null ? null : days <= 7 ? 'week' : days <= 31 ? 'month' : days <= 365 ? 'year' : 'older';
  bands.of.set(date, band);
  return band;
}

/** Many entries, few days: to read dates again for each entry is most of what filtering would cost. */
let bands: { readonly today: string; readonly of: Map<string, AgeBand | null> } = { today: '', of: new Map() };

type Facet = keyof Filters;
const facets = ['categories', 'confidences', 'sources', 'age', 'marks', 'pinned'] as const satisfies readonly Facet[];

function passesFacet(entry: EntryView, facet: Facet, filters: Filters, today: string): boolean {
  switch (facet) {
    case 'categories':
      return filters.categories.length === 0 || filters.categories.includes(categoryOf(entry));
    case 'confidences':
      return filters.confidences.length === 0 || filters.confidences.includes(entry.confidence);
    case 'sources':
      return filters.sources.length === 0 || filters.sources.includes(sourceKindOf(entry));
    case 'age':
      return filters.age === null || ageBandOf(entry, today) === filters.age;
    case 'marks':
      return !filters.marks || entry.mark !== null;
    case 'pinned':
      return !filters.pinned || entry.flags.pinned;
  }
}

export function searchWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Every word must occur somewhere in the entry, in any order and case. */
export function matchesWords(entry: EntryView, words: readonly string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const text = `${entry.key ?? ''} ${entry.value} ${entry.source ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * The entries that pass all filters.
 * @param kept id of one that stays whatever it is
 */
export function passing(
  entries: readonly EntryView[],
  filters: Filters,
  today: string,
  kept?: string,
): readonly EntryView[] {
  const narrowing = narrowingFacets(filters);
  return narrowing.length === 0
    ? entries
    : entries.filter(
        (entry) => entry.id === kept || narrowing.every((facet) => passesFacet(entry, facet, filters, today)),
      );
}

/** Those by which anything is left out. */
function narrowingFacets({ categories, confidences, sources, age, marks, pinned }: Filters): readonly Facet[] {
  const narrows = {
    categories: categories.length > 0,
    confidences: confidences.length > 0,
    sources: sources.length > 0,
    age: age !== null,
    ...{ marks, pinned },
  };
  return facets.filter((facet) => narrows[facet]);
}

/** How many entries each choice would show, given the other choices: what stands on the chips. */
export type FilterCounts = {
  readonly categories: Readonly<Record<CategoryOrUnsorted, number>>;
  readonly confidences: Readonly<Record<EntryView['confidence'], number>>;
  readonly sources: Readonly<Record<SourceKind, number>>;
  readonly ages: Readonly<Record<AgeBand, number>>;
  readonly marks: number;
  readonly pinned: number;
};

export function countFilters(entries: readonly EntryView[], filters: Filters, today: string): FilterCounts {
  const counts = {
    categories: { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 },
    confidences: { certain: 0, likely: 0, tentative: 0 },
    sources: { corrected: 0, assistant: 0, unknown: 0 },
    ages: { week: 0, month: 0, year: 0, older: 0 },
    marks: 0,
    pinned: 0,
  };
  const narrowing = narrowingFacets(filters);
  for (const entry of entries) {
    const failed = narrowing.filter((facet) => !passesFacet(entry, facet, filters, today));
    const counted = (facet: Facet): boolean => failed.length === 0 || (failed.length === 1 && failed[0] === facet);
    if (counted('categories')) {
      counts.categories[categoryOf(entry)]++;
    }
    if (counted('confidences')) {
      counts.confidences[entry.confidence]++;
    }
    if (counted('sources')) {
      counts.sources[sourceKindOf(entry)]++;
    }
    const age = ageBandOf(entry, today);
    if (age && counted('age')) {
      counts.ages[age]++;
    }
    if (entry.mark !== null && counted('marks')) {
      counts.marks++;
    }
    if (entry.flags.pinned && counted('pinned')) {
      counts.pinned++;
    }
  }
  return counts;
}

export const anyFilter = (filters: Filters): boolean => narrowingFacets(filters).length > 0;

/** Adds a choice to a list of choices, or takes it away. */
export function toggled<T>(choices: readonly T[], choice: T): T[] {
  return choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice];
}

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

/** Entries in the order a person chose; entries are in file order where nothing else decides. */
export function sortEntries(entries: readonly EntryView[], sort: Sort, lastUpdated: string): readonly EntryView[] {
  const dateOf = (entry: EntryView): string => entry.date ?? lastUpdated;
  switch (sort) {
    case 'file':
    case 'leaving':
      return entries;
    case 'newest':
      return inOrderOf(entries, dateOf, (dates) => dates.sort().reverse());
    case 'oldest':
      return inOrderOf(entries, dateOf, (dates) => dates.sort());
    case 'tokens':
      return inOrderOf(
        entries,
        ({ weight }) => weight,
        (weights) => weights.sort((a, b) => b - a),
      );
    case 'name':
      return entries.toSorted((a, b) => collator().compare(a.key ?? a.value, b.key ?? b.value));
  }
}

/** Sorts by what many entries share: to put the few in order that there are takes a tenth of comparing all entries. */
function inOrderOf<T>(
  entries: readonly EntryView[],
  of: (entry: EntryView) => T,
  inOrder: (all: T[]) => T[],
): readonly EntryView[] {
  const sharing = new Map<T, EntryView[]>();
  for (const entry of entries) {
    addTo(sharing, of(entry), entry);
  }
  return inOrder([...sharing.keys()]).flatMap((each) => sharing.get(each) ?? []);
}
