import type { ArchivedEntry, EntryView, NotUnderstood } from '#shared/contract/model.ts';
import { categories, confidences } from '#shared/entries/entry.ts';
import { confidenceNames, sectionNames } from '../../wording/names.ts';
import { type Sort, sortEntries } from './filters.ts';

/** What a row of the Review list is. */
export type ListItem =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | {
      readonly kind: 'subgroup';
      readonly id: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: EntryView }
  | { readonly kind: 'waterline'; readonly id: string; readonly text: string }
  | { readonly kind: 'not-understood'; readonly id: string; readonly line: number; readonly text: string }
  | { readonly kind: 'archived'; readonly id: string; readonly entry: ArchivedEntry }
  | { readonly kind: 'more-archived'; readonly id: string; readonly count: number };

type LayoutInput = {
  /** In file order, filters and search applied. */
  readonly entries: readonly EntryView[];
  readonly sort: Sort;
  /** Groups entries by the heading they stand under, for a memory that has no sections of ours. */
  readonly byHeading: boolean;
  readonly lastUpdated: string;
  /** Entries the size rule may archive, in the order they leave. */
  readonly leaving: readonly EntryView[];
  /** How many of `leaving` are past the waterline. */
  readonly nextCount: number;
  readonly folded: ReadonlySet<string>;
  readonly notUnderstood: readonly NotUnderstood[];
  readonly archived: { readonly entries: readonly ArchivedEntry[]; readonly total: number } | null;
};

/** The rows of the Review list, from top to bottom. */
export function layOutList(input: LayoutInput): ListItem[] {
  const items = input.byHeading
    ? underHeadings(input)
    : input.sort === 'leaving'
      ? inLeavingOrder(input)
      : inGroups(input);
  if (input.notUnderstood.length > 0) {
    const id = 'not-understood';
    const folded = input.folded.has(id);
    items.push({
      kind: 'group',
      id,
      title: input.byHeading ? 'Other lines in the file' : 'Not understood',
      count: input.notUnderstood.length,
      folded,
    });
    if (!folded) {
      for (const { line, text } of input.notUnderstood) {
        items.push({ kind: 'not-understood', id: `line-${line}`, line, text });
      }
    }
  }
  if (input.archived && input.archived.total > 0) {
    const { entries, total } = input.archived;
    items.push({
      kind: 'group',
      id: 'archived',
      title: 'In the archive',
      count: total,
      folded: input.folded.has('archived'),
    });
    if (!input.folded.has('archived')) {
      for (const entry of entries) {
        items.push({ kind: 'archived', id: `archived-${entry.id}`, entry });
      }
      if (total > entries.length) {
        items.push({ kind: 'more-archived', id: 'more-archived', count: total - entries.length });
      }
    }
  }
  return items;
}

function inGroups({ entries, sort, lastUpdated, folded }: LayoutInput): ListItem[] {
  const sorted = sortEntries(entries, sort, lastUpdated);
  const groups = new Map<string, EntryView[]>();
  for (const entry of sorted) {
    const id = entry.category === null ? 'unsorted' : `${entry.confidence}/${entry.category}`;
    const list = groups.get(id);
    if (list) {
      list.push(entry);
    } else {
      groups.set(id, [entry]);
    }
  }
  const items: ListItem[] = [];
  for (const confidence of confidences) {
    const parts = categories.map((category) => ({ category, list: groups.get(`${confidence}/${category}`) ?? [] }));
    const count = parts.reduce((sum, { list }) => sum + list.length, 0);
    if (count === 0) {
      continue;
    }
    const foldedGroup = folded.has(confidence);
    items.push({ kind: 'group', id: confidence, title: confidenceNames[confidence], count, folded: foldedGroup });
    if (foldedGroup) {
      continue;
    }
    for (const { category, list } of parts) {
      if (list.length > 0) {
        const id = `${confidence}/${category}`;
        items.push({ kind: 'subgroup', id, title: sectionNames[category], count: list.length, folded: folded.has(id) });
        pushEntries(items, list, folded.has(id));
      }
    }
  }
  const unsorted = groups.get('unsorted') ?? [];
  if (unsorted.length > 0) {
    const id = 'unsorted';
    items.push({ kind: 'group', id, title: sectionNames.unsorted, count: unsorted.length, folded: folded.has(id) });
    pushEntries(items, unsorted, folded.has(id));
  }
  return items;
}

/** In the order in which the headings first stand in the file, whatever order the entries below them are in. */
function underHeadings({ entries, sort, lastUpdated, folded }: LayoutInput): ListItem[] {
  const groups = new Map<string, EntryView[]>(entries.map((entry) => [entry.section, []]));
  for (const entry of sortEntries(entries, sort, lastUpdated)) {
    groups.get(entry.section)?.push(entry);
  }
  return [...groups].flatMap(([heading, list]) => {
    const id = `heading/${heading}`;
    const title = heading === '' ? 'Before the first heading' : heading;
    const items: ListItem[] = [{ kind: 'group', id, title, count: list.length, folded: folded.has(id) }];
    pushEntries(items, list, folded.has(id));
    return items;
  });
}

function inLeavingOrder({ entries, leaving, nextCount, folded }: LayoutInput): ListItem[] {
  const shown = new Set(entries.map((entry) => entry.id));
  const next = leaving.slice(0, nextCount).filter((entry) => shown.has(entry.id));
  const later = leaving.slice(nextCount).filter((entry) => shown.has(entry.id));
  const mayLeave = new Set(leaving.map((entry) => entry.id));
  const stays = entries.filter((entry) => !mayLeave.has(entry.id));
  const items: ListItem[] = [];
  if (next.length + later.length > 0) {
    const id = 'leaving';
    const count = next.length + later.length;
    items.push({ kind: 'group', id, title: 'In the order they leave', count, folded: folded.has(id) });
    if (!folded.has(id)) {
      pushEntries(items, next, false);
      if (next.length > 0) {
        items.push({ kind: 'waterline', id: 'waterline', text: 'above leaves next when space is needed' });
      }
      pushEntries(items, later, false);
    }
  }
  if (stays.length > 0) {
    const id = 'stays';
    items.push({ kind: 'group', id, title: 'Never leaves by itself', count: stays.length, folded: folded.has(id) });
    pushEntries(items, stays, folded.has(id));
  }
  return items;
}

function pushEntries(items: ListItem[], entries: readonly EntryView[], folded: boolean): void {
  if (!folded) {
    for (const entry of entries) {
      items.push({ kind: 'entry', id: entry.id, entry });
    }
  }
}
