import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { categories } from '#shared/entries/entry.ts';
import { foldedName } from '#shared/entries/subjects.ts';
import { monthInWords } from '../../wording/dates.ts';
import { sectionLabels, sourceInWords } from '../../wording/names.ts';
import type { Sort } from './filters.ts';
import { aboveHeadings } from './own-headings.ts';

export type GroupBy = NonNullable<Preferences['reviewGroup']>;

type GroupingCapabilities = Pick<Capabilities, 'confidence' | 'sections' | 'dates' | 'severalFiles'>;
type GroupChoice = { readonly value: GroupBy; readonly label: string };

/** Groupings available for a memory, the default first. */
export function groupsFor({ confidence, sections, dates, severalFiles }: GroupingCapabilities): readonly GroupChoice[] {
  const offered: readonly (readonly [GroupBy, string, boolean])[] = [
    ['confidence', 'By confidence', confidence],
    ['section', sections ? 'By section' : 'By heading', true],
    ['topic', severalFiles ? 'By type' : 'By whom it’s about', true],
    ['source', 'By source', dates],
    ['month', 'By month', dates],
    ['none', 'Ungrouped', true],
  ];
  return offered.flatMap(([value, label, isOffered]) => (isOffered ? [{ value, label }] : []));
}

/** The person's choice if it makes sense in a memory, else the default there. */
export function groupFor(chosen: Preferences['reviewGroup'], capabilities: Capabilities): GroupBy {
  const offered = groupsFor(capabilities).map(({ value }) => value);
  return offered.find((value) => value === chosen) ?? offered[0] ?? 'none';
}

type Group = { readonly id: string; readonly title: string; readonly entries: EntryView[] };

export type GroupRules = {
  /** The headings in the order of the file, for a memory that has no sections of ours; else null. */
  readonly headings: readonly string[] | null;
  readonly sort: Sort;
  /** Name of the type of an entry's topic, if memories have typed topics; null if they have none. */
  readonly typeOf: ((entry: EntryView) => string | null) | null;
};

type GroupName = { readonly id: string; readonly title: string };

/** Entries in the groups they belong to, each in the order given. Only groups that have entries. */
export function groupsOf(
  entries: readonly EntryView[],
  by: Exclude<GroupBy, 'confidence' | 'none'>,
  rules: GroupRules,
): readonly Group[] {
  const groups = new Map<string, Group>();
  const name = namerOf(by, rules);
  for (const entry of entries) {
    const { id, title } = name(entry);
    const group = groups.get(id);
    if (group) {
      group.entries.push(entry);
    } else {
      groups.set(id, { id, title, entries: [entry] });
    }
  }
  const positionOf = placesOf(by, rules, [...groups.values()]);
  return [...groups.values()].sort((one, other) => positionOf(one.id) - positionOf(other.id));
}

function namerOf(
  by: Exclude<GroupBy, 'confidence' | 'none'>,
  { headings, typeOf }: GroupRules,
): (entry: EntryView) => GroupName {
  switch (by) {
    case 'section':
      return headings
        ? ({ section }) => ({ id: `heading/${section}`, title: section === '' ? aboveHeadings : section })
        : ({ category }) => ({ id: `section/${category ?? last}`, title: sectionLabels[category ?? 'unsorted'] });
    case 'topic':
      return (entry) => topicOf(entry, typeOf);
    case 'source':
      return sourceOf;
    case 'month':
      return ({ date }) =>
        date === null
          ? { id: `month/${last}`, title: 'Date unknown' }
          : { id: `month/${date.slice(0, 7)}`, title: monthInWords(date.slice(0, 7)) };
  }
}

/** Ends the id of a group that comes below all others. */
const last = '';

function topicOf(entry: EntryView, typeOf: GroupRules['typeOf']): GroupName {
  const { about } = entry.flags;
  const type = typeOf?.(entry) ?? null;
  if (type !== null) {
    return { id: `topic/type ${type}`, title: type };
  }
  return about === null
    ? { id: `topic/${last}`, title: typeOf ? 'No type' : 'About you' }
    : { id: `topic/${foldedName(about.name)}`, title: `About ${about.name}` };
}

function sourceOf({ source }: EntryView): GroupName {
  if (source === null) {
    return { id: `source/${last}`, title: 'Source unknown' };
  }
  return isCorrection({ source })
    ? { id: 'source/corrected', title: 'From you' }
    : { id: `source/from ${source}`, title: sourceInWords(source) };
}

function placesOf(by: GroupBy, { headings, sort }: GroupRules, groups: readonly Group[]): (id: string) => number {
  const ids = groups.map(({ id }) => id).sort();
  const byTitle = groups.toSorted((one, other) => one.title.localeCompare(other.title)).map(({ id }) => id);
  const order =
    by === 'section'
      ? headings
        ? headings.map((heading) => `heading/${heading}`)
        : categories.map((category) => `section/${category}`)
      : by === 'month'
        ? sort === 'oldest'
          ? ids
          : ids.reverse()
        : ['source/corrected', ...byTitle.filter((id) => id !== 'source/corrected')];
  const positions = new Map(order.map((id, index) => [id, index]));
  return (id) => (id === `${by}/${last}` ? Number.POSITIVE_INFINITY : (positions.get(id) ?? order.length));
}
