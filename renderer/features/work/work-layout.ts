import { addTo } from '#shared/entries/multimap.ts';
import { byPressing, groupNames, type WorkFilter, type WorkItem, workFilters, workItemFits } from './work-items.ts';
import type { Match } from './work-matches.ts';

export type WorkRow =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string; readonly count: number | null }
  /** A workflow with its needs; for another program's, its approval. */
  | { readonly kind: 'needy' | 'item'; readonly key: string; readonly item: WorkItem }
  | { readonly kind: 'match'; readonly key: string; readonly match: Match };

export const isWorkStop = ({ kind }: WorkRow): boolean => kind !== 'heading';

/** Rows in order: what needs the person, work under way, ended and archived work, then text matches. */
export function layOutWork(items: readonly WorkItem[], matches: readonly Match[] = []): readonly WorkRow[] {
  const groups = new Map<string, WorkItem[]>(groupNames.map((title) => [title, []]));
  for (const item of items) {
    addTo(groups, item.group, item);
  }
  const listed = [...groups].flatMap(([title, some]): WorkRow[] => {
    const kind = title === 'Needs you' ? 'needy' : 'item';
    const inOrder = kind === 'needy' ? some.sort(byPressing) : some;
    const rows = inOrder.map((item): WorkRow => ({ kind, key: item.key, item }));
    return rows.length === 0 ? [] : [heading(title, rows.length), ...rows];
  });
  const matchRows = matches.map((match): WorkRow => {
    const { id, file, at, line } = match;
    const where = 'where' in match ? match.where : match.assistant;
    return { kind: 'match', key: `match ${where} ${id} ${file} ${line} ${at}`, match };
  });
  return [...listed, ...(matchRows.length === 0 ? [] : [heading('Found in the text', null), ...matchRows])];
}

const heading = (title: string, count: number | null): WorkRow => ({
  kind: 'heading',
  key: `heading ${title}`,
  title,
  count,
});

type WorkNarrowing = {
  readonly query: string;
  readonly chosen: readonly WorkFilter[];
  readonly type: string | null;
  readonly agent: string | null;
};

export const isNarrowed = ({ query, chosen, type, agent }: WorkNarrowing): boolean =>
  query.trim() !== '' || chosen.length > 0 || type !== null || agent !== null;

/** Workflows of a type and an agent that have all search words in their names, and fit a filter if any is chosen. */
export function narrowedWork(
  items: readonly WorkItem[],
  { query, chosen, type, agent }: WorkNarrowing,
  now: number,
): readonly WorkItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const isChosen =
      (type === null || item.type === type) &&
      (agent === null || item.agents.includes(agent)) &&
      (chosen.length === 0 || chosen.some((filter) => workItemFits(item, filter, now)));
    const names = isChosen && words.length > 0 ? item.names : '';
    return isChosen && words.every((word) => names.includes(word));
  });
}

/** Facets of the list, each with the number of items it leaves among those that match the search. */
export function facetsOf(items: readonly WorkItem[], query: string, now: number) {
  const named = narrowedWork(items, { query, chosen: [], type: null, agent: null }, now);
  return {
    filters: workFilters.map((filter) => ({
      filter,
      count: named.filter((item) => workItemFits(item, filter, now)).length,
      isOffered: items.some((item) => workItemFits(item, filter, now)),
    })),
    types: valuesOf(items, ({ type }) => (type === null ? [] : [type])),
    agents: valuesOf(items, (item) => item.agents),
  };
}

function valuesOf(items: readonly WorkItem[], of: (item: WorkItem) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of items.flatMap(of)) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, label: `${value} (${count})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
