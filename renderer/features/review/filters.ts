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

type FacetRule = {
  /** Capability a memory needs for the filter to make sense; null for none. */
  readonly needs: keyof Capabilities | null;
  readonly narrows: (filters: Filters) => boolean;
  /** True if an entry passes the filter, which narrows. */
  readonly passes: (entry: EntryView, filters: Filters, today: string) => boolean;
};

const facetRules: Readonly<Record<Facet, FacetRule>> = {
  categories: {
    needs: 'sections',
    narrows: ({ categories }) => categories.length > 0,
    passes: (entry, { categories }) => categories.includes(categoryOf(entry)),
  },
  confidences: {
    needs: 'confidence',
    narrows: ({ confidences }) => confidences.length > 0,
    passes: ({ confidence }, { confidences }) => confidences.includes(confidence),
  },
  sources: {
    needs: 'dates',
    narrows: ({ sources }) => sources.length > 0,
    passes: (entry, { sources }) => sources.includes(sourceKindOf(entry)),
  },
  age: {
    needs: 'dates',
    narrows: ({ age }) => age !== null,
    passes: (entry, { age }, today) => ageBandOf(entry, today) === age,
  },
  marks: { needs: null, narrows: ({ marks }) => marks, passes: ({ mark }) => mark !== null },
  pinned: { needs: 'archive', narrows: ({ pinned }) => pinned, passes: ({ flags }) => flags.pinned },
};
const facets = Object.keys(facetRules) as readonly Facet[];

/** Capability a memory needs for an order to make sense; null for none. */
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
  has(capabilities, facetRules[facet].needs);

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

const narrowingFacets = (filters: Filters): readonly Facet[] =>
  facets.filter((facet) => facetRules[facet].narrows(filters));

const noCounts = () => ({
  categories: { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 },
  confidences: { certain: 0, likely: 0, tentative: 0 },
  sources: { corrected: 0, assistant: 0, unknown: 0 },
  ages: { week: 0, month: 0, year: 0, older: 0 },
  marks: 0,
  pinned: 0,
});

/** Counts on the chips: entries each choice would show, given the other choices. */
export type FilterCounts = ReturnType<typeof noCounts>;

export type FilteredEntries = { readonly passing: readonly EntryView[]; readonly counts: FilterCounts };

/** @param editedId of an entry that passes, whatever the filters */
export function filterEntries(entries: readonly EntryView[], filters: Filters, today: string, editedId: string | null) {
  const counts = noCounts();
  const narrowing = narrowingFacets(filters);
  const passing: EntryView[] = [];
  for (const entry of entries) {
    const failed = narrowing.filter((facet) => !facetRules[facet].passes(entry, filters, today));
    if (failed.length === 0 || entry.id === editedId) {
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
export function sortEntries(entries: readonly EntryView[], sort: Sort, leaving: readonly EntryView[]) {
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
