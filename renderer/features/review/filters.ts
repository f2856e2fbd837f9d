import type { Capabilities } from '#shared/contract/capabilities.ts';
import { defaultPreferences, type Preferences } from '#shared/contract/features/app.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { daysBetween } from '../../wording/dates.ts';
import type { CategoryOrUnsorted } from '../../wording/names.ts';
import { once } from '../../wording/once.ts';

export type Filters = Preferences['reviewFilters'];
export type Sort = Preferences['reviewSort'];
export type SourceKind = Filters['sources'][number];
export type AgeBand = NonNullable<Filters['age']>;
type Facet = keyof Filters;

export const noFilters: Filters = defaultPreferences.reviewFilters;

/** Capability a memory needs for a filter or an order to make sense; null for none. */
const filterNeeds: Readonly<Record<Facet, keyof Capabilities | null>> = {
  categories: 'sections',
  confidences: 'confidence',
  sources: 'dates',
  age: 'dates',
  marks: null,
  pinned: 'archive',
};
const sortNeeds: Readonly<Record<Sort, keyof Capabilities | null>> = {
  file: null,
  newest: 'dates',
  oldest: 'dates',
  leaving: 'sections',
  tokens: null,
  name: null,
};

const has = (capabilities: Capabilities, needed: keyof Capabilities | null): boolean =>
  needed === null || Boolean(capabilities[needed]);

export const offersFilter = (facet: Facet, capabilities: Capabilities): boolean =>
  has(capabilities, filterNeeds[facet]);

export const offersSort = (sort: Sort, capabilities: Capabilities): boolean => has(capabilities, sortNeeds[sort]);

/** Drops the filters that mean nothing in a memory; returns the same object if all of them apply. */
export function filtersFor(filters: Filters, capabilities: Capabilities): Filters {
  const ignored = facets.filter((facet) => !offersFilter(facet, capabilities));
  return ignored.length === 0
    ? filters
    : { ...filters, ...Object.fromEntries(ignored.map((facet) => [facet, noFilters[facet]])) };
}

export const sortFor = (sort: Sort, capabilities: Capabilities): Sort =>
  offersSort(sort, capabilities) ? sort : 'file';

const categoryOf = (entry: Pick<EntryView, 'category'>): CategoryOrUnsorted => entry.category ?? 'unsorted';

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
  const days = daysBetween(date, today);
  return days === null ? null : days <= 7 ? 'week' : days <= 31 ? 'month' : days <= 365 ? 'year' : 'older';
}

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

function narrowingFacets({ categories, confidences, sources, age, marks, pinned }: Filters): readonly Facet[] {
  const narrows = {
    categories: categories.length > 0,
    confidences: confidences.length > 0,
    sources: sources.length > 0,
    age: age !== null,
    marks,
    pinned,
  };
  return facets.filter((facet) => narrows[facet]);
}

/** Counts on the chips: entries each choice would show, given the other choices. */
export type FilterCounts = {
  readonly categories: Readonly<Record<CategoryOrUnsorted, number>>;
  readonly confidences: Readonly<Record<EntryView['confidence'], number>>;
  readonly sources: Readonly<Record<SourceKind, number>>;
  readonly ages: Readonly<Record<AgeBand, number>>;
  readonly marks: number;
  readonly pinned: number;
};

/** The entries that pass all filters, and what each choice would show. */
export type FilteredEntries = { readonly passing: readonly EntryView[]; readonly counts: FilterCounts };

/** @param kept id of an entry that passes whatever it is */
export function sift(
  entries: readonly EntryView[],
  filters: Filters,
  today: string,
  kept: string | null,
): FilteredEntries {
  const counts = {
    categories: { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 },
    confidences: { certain: 0, likely: 0, tentative: 0 },
    sources: { corrected: 0, assistant: 0, unknown: 0 },
    ages: { week: 0, month: 0, year: 0, older: 0 },
    marks: 0,
    pinned: 0,
  };
  const narrowing = narrowingFacets(filters);
  const passing: EntryView[] = [];
  for (const entry of entries) {
    const failed = narrowing.filter((facet) => !passesFacet(entry, facet, filters, today));
    if (failed.length === 0 || entry.id === kept) {
      passing.push(entry);
    }
    if (failed.length > 1) {
      continue;
    }
    // An entry that fails one filter only is what another choice there would show.
    const counted = (facet: Facet): boolean => failed.length === 0 || failed[0] === facet;
    counts.categories[categoryOf(entry)] += Number(counted('categories'));
    counts.confidences[entry.confidence] += Number(counted('confidences'));
    counts.sources[sourceKindOf(entry)] += Number(counted('sources'));
    const age = ageBandOf(entry, today);
    if (age) {
      counts.ages[age] += Number(counted('age'));
    }
    counts.marks += Number(entry.mark !== null && counted('marks'));
    counts.pinned += Number(entry.flags.pinned && counted('pinned'));
  }
  return { passing: narrowing.length === 0 ? entries : passing, counts };
}

export const anyFilter = (filters: Filters): boolean => narrowingFacets(filters).length > 0;

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

/** Entries in the chosen order, by the file where nothing else decides. `leaving` are those that leave, in order. */
export function sortEntries(
  entries: readonly EntryView[],
  sort: Sort,
  leaving: readonly EntryView[],
): readonly EntryView[] {
  switch (sort) {
    case 'file':
      return entries;
    case 'leaving': {
      const first = new Set(leaving);
      return [...leaving, ...entries.filter((entry) => !first.has(entry))];
    }
    // Entries with an unknown date are neither new nor old, so they come last.
    case 'newest':
      return entries.toSorted((a, b) => byText(b.date ?? '', a.date ?? ''));
    case 'oldest':
      return entries.toSorted((a, b) => byText(a.date ?? '~', b.date ?? '~'));
    case 'tokens':
      return entries.toSorted((a, b) => b.weight - a.weight);
    case 'name':
      return entries.toSorted((a, b) => collator().compare(a.key ?? a.value, b.key ?? b.value));
  }
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
