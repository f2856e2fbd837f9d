import type { EntryView, Preferences } from '#shared/contract/model.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { daysBetween } from '../../wording/dates.ts';
import type { CategoryOrUnsorted } from '../../wording/names.ts';

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
export function ageBandOf(entry: Pick<EntryView, 'date'>, today: string): AgeBand | null {
  const days = entry.date === null ? null : daysBetween(entry.date, today);
  if (days === null) {
    return null;
  }
  return days <= 7 ? 'week' : days <= 31 ? 'month' : days <= 365 ? 'year' : 'older';
}

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

export function passes(entry: EntryView, filters: Filters, today: string): boolean {
  return facets.every((facet) => passesFacet(entry, facet, filters, today));
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
  for (const entry of entries) {
    const failed = facets.filter((facet) => !passesFacet(entry, facet, filters, today));
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

export function anyFilter(filters: Filters): boolean {
  return (
    filters.categories.length > 0 ||
    filters.confidences.length > 0 ||
    filters.sources.length > 0 ||
    filters.age !== null ||
    filters.marks ||
    filters.pinned
  );
}

/** Adds a choice to a list of choices, or takes it away. */
export function toggled<T>(choices: readonly T[], choice: T): T[] {
  return choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice];
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Entries in the order a person chose; entries are in file order where nothing else decides. */
export function sortEntries(entries: readonly EntryView[], sort: Sort, lastUpdated: string): readonly EntryView[] {
  const dateOf = (entry: EntryView): string => entry.date ?? lastUpdated;
  const byDate = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  switch (sort) {
    case 'file':
    case 'leaving':
      return entries;
    case 'newest':
      return entries.toSorted((a, b) => byDate(dateOf(b), dateOf(a)));
    case 'oldest':
      return entries.toSorted((a, b) => byDate(dateOf(a), dateOf(b)));
    case 'tokens':
      return entries.toSorted((a, b) => b.weight - a.weight);
    case 'name':
      return entries.toSorted((a, b) => collator.compare(a.key ?? a.value, b.key ?? b.value));
  }
}
