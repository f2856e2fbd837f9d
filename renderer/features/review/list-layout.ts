import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { EntryView, OtherLine } from '#shared/contract/features/memory.ts';
import { mayLeave } from '#shared/entries/archive-plan.ts';
import { categories, confidences } from '#shared/entries/entry.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { perObject } from '#shared/text/per-object.ts';
import { confidenceNames, sectionLabels } from '../../wording/names.ts';
import { type GroupBy, type GroupRules, groupsOf } from './grouping.ts';

export type LayoutInput = GroupRules & {
  /** Entries in the order of `sort`, filters and search applied. */
  readonly entries: readonly EntryView[];
  readonly group: GroupBy;
  /** Entries that are never read because an assistant stops before them, with a sentence; null if it reads all. */
  readonly cut: { readonly unread: ReadonlySet<string>; readonly text: string } | null;
  readonly today: string;
  /** Entries past the waterline, by id. */
  readonly next: Pick<ReadonlySet<string>, 'has'>;
  readonly foldedGroups: readonly string[];
  readonly otherLines: readonly OtherLine[];
  /** Results of the search in the archive; null if there is no search. */
  readonly archive: { readonly entries: readonly ArchivedEntry[]; readonly total: number } | null;
};

export function layOutList(input: LayoutInput): readonly ListItem[] {
  const parts = input.sort === 'leaving' ? inLeavingOrder(input) : aboveTheCut(input);
  return [...parts, ...otherLines(input), ...archived(input)];
}

function otherLines({ otherLines: lines, headings, foldedGroups }: LayoutInput): ListItem[] {
  if (lines.length === 0) {
    return [];
  }
  const title = headings ? 'Other lines in the file' : 'Unrecognised lines';
  const rows = lines.map(
    ({ line, text }, index) => ({ kind: 'not-understood', key: `line-${line}-${index}`, line, text }) as const,
  );
  return groupOf({ kind: 'group', key: 'not-understood', title, count: lines.length }, rows, foldedGroups);
}

function archived({ archive, foldedGroups }: LayoutInput): ListItem[] {
  if (archive === null || archive.total === 0) {
    return [];
  }
  const rows = archive.entries.map((entry) => ({ kind: 'archived', key: `archived-${entry.id}`, entry }) as const);
  const count = archive.total - archive.entries.length;
  const more = count > 0 ? [{ kind: 'more-archived', key: 'more-archived', count } as const] : [];
  const heading = { kind: 'group', key: 'archived', title: 'In the archive', count: archive.total } as const;
  return groupOf(heading, [...rows, ...more], foldedGroups);
}

function byConfidence({ entries, foldedGroups }: LayoutInput): ListItem[] {
  const groups = new Map<string, EntryView[]>();
  for (const entry of entries) {
    addTo(groups, `${entry.confidence}/${entry.category ?? 'unsorted'}`, entry);
  }
  return confidences.flatMap((confidence) => {
    const sections = allSections.flatMap((category) => {
      const key = `${confidence}/${category}`;
      return entryGroup({ kind: 'subgroup', key, title: sectionLabels[category] }, groups.get(key), foldedGroups);
    });
    const count = allSections.reduce((sum, name) => sum + (groups.get(`${confidence}/${name}`)?.length ?? 0), 0);
    const heading = { kind: 'group', key: confidence, title: confidenceNames[confidence], count } as const;
    return count === 0 ? [] : groupOf(heading, sections, foldedGroups);
  });
}

/** An entry outside the sections counts under its confidence, as the confidence filter does. */
const allSections = [...categories, 'unsorted'] as const;

/** Puts unread entries below their own line in file order: a heading cut in two appears above both parts. */
function aboveTheCut(input: LayoutInput): ListItem[] {
  const { entries, cut, sort } = input;
  const isUnread = ({ id }: EntryView): boolean => cut?.unread.has(id) ?? false;
  const unread = cut && sort === 'file' ? entries.filter(isUnread) : [];
  if (cut === null || unread.length === 0) {
    return grouped(input);
  }
  const read = entries.filter((entry) => !isUnread(entry));
  return [
    ...grouped({ ...input, entries: read }),
    { kind: 'waterline', key: 'cut', text: cut.text },
    ...grouped({ ...input, entries: unread }, { id: 'unread/', title: ', not read' }),
  ];
}

function grouped(input: LayoutInput, of = { id: '', title: '' }): ListItem[] {
  const { entries, group, headings, foldedGroups } = input;
  if (group === 'confidence') {
    return byConfidence(input);
  }
  if (group === 'none' || (group === 'section' && headings?.every((heading) => heading === ''))) {
    return entries.map(reviewItem);
  }
  return groupsOf(entries, group, input).flatMap(({ id, title, entries: inside }) =>
    entryGroup({ kind: 'group', key: of.id + id, title: title + of.title }, inside, foldedGroups),
  );
}

function inLeavingOrder({ entries, next, today, foldedGroups }: LayoutInput): ListItem[] {
  const leaving: EntryView[] = [];
  const later: EntryView[] = [];
  const stays: EntryView[] = [];
  for (const entry of entries) {
    const list = next.has(entry.id) ? leaving : mayLeave(entry, today) ? later : stays;
    list.push(entry);
  }
  const heading = { kind: 'group', key: 'leaving', title: 'In the order they are archived' } as const;
  const waterline = { kind: 'waterline', key: 'waterline', text: 'The entries above are archived next' } as const;
  const count = leaving.length + later.length;
  const order: ListItem[] = [
    ...leaving.map(reviewItem),
    ...(leaving.length > 0 ? [waterline] : []),
    ...later.map(reviewItem),
  ];
  return [
    ...(count > 0 ? groupOf({ ...heading, count }, order, foldedGroups) : []),
    ...entryGroup({ kind: 'group', key: 'stays', title: 'Never archived automatically' }, stays, foldedGroups),
  ];
}

type GroupHeading = Extract<ListItem, { kind: 'group' | 'subgroup' }>;

function groupOf(
  heading: Omit<GroupHeading, 'folded'>,
  inside: readonly ListItem[],
  foldedGroups: readonly string[],
): ListItem[] {
  const folded = foldedGroups.includes(heading.key);
  return [{ ...heading, folded }, ...(folded ? [] : inside)];
}

/** Returns nothing if there are no entries. */
function entryGroup(
  heading: Omit<GroupHeading, 'folded' | 'count'>,
  entries: readonly EntryView[] | undefined,
  foldedGroups: readonly string[],
): ListItem[] {
  return entries === undefined || entries.length === 0
    ? []
    : groupOf({ ...heading, count: entries.length }, entries.map(reviewItem), foldedGroups);
}

export type ListItem =
  | {
      readonly kind: 'group' | 'subgroup';
      readonly key: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntryView }
  | { readonly kind: 'waterline'; readonly key: string; readonly text: string }
  | { readonly kind: 'not-understood'; readonly key: string; readonly line: number; readonly text: string }
  | { readonly kind: 'archived'; readonly key: string; readonly entry: ArchivedEntry }
  | { readonly kind: 'more-archived'; readonly key: string; readonly count: number };

/** Same object each time for an entry, so that its row need not be drawn again. */
export const reviewItem = perObject((entry: EntryView): ListItem => ({ kind: 'entry', key: entry.id, entry }));

export function rowPlace(rows: readonly ListItem[], key: string | null): number | null {
  const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
  return index < 0 ? null : index;
}

export const entryIdsIn = (rows: readonly ListItem[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'entry' ? [row.key] : []));
