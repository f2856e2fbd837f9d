import type { EntryView, OtherLine } from '#shared/contract/features/memory.ts';
import { foldedForSearch, hasWords } from '#shared/entries/search.ts';
import {
  asksNothing,
  type EntrySearch,
  hasWholeWords,
  matchesSearch,
  readSearch,
} from '#shared/entries/search-query.ts';
import { foldedName } from '#shared/entries/subjects.ts';
import { stopsHere } from '#shared/wording/loaded.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { entryIn } from '../../api/entry-index.ts';
import { workOutWaterline } from '../../entries/measure/waterline.ts';
import { foldedShown, passesSearch } from '../../entries/narrowing.ts';
import { remembering } from '../../ui/remembering.ts';
import { anyFilter, type FilteredEntries, type Filters, filterEntries, sortEntries } from './filters.ts';
import { entryIdsIn, type LayoutInput, type ListItem, layOutList, reviewItem } from './list-layout.ts';

export type ReviewList = ReturnType<typeof workOutList>;

type ListInput = Pick<LayoutInput, 'otherLines' | 'sort' | 'group' | 'typeOf' | 'foldedGroups' | 'archive'> & {
  readonly context: Pick<ReadyContext, 'entries' | 'summary'>;
  /** Entries in file order, including an open edit whose entry is gone. */
  readonly entries: readonly EntryView[];
  readonly query: string;
  readonly filters: Filters;
  /** Show only topics in these files; null for all entries. */
  readonly files: ReadonlySet<string> | null;
  /** Show only entries about this subject; null for all entries. */
  readonly about: { readonly name: string | null } | null;
  /** Entries gone through one by one, which are then all that is shown; null if none are. */
  readonly queue: readonly string[] | null;
  /** An open edit stays in sight even if its entry no longer passes. */
  readonly editedId: string | null;
};

// Each stage is cached until its input changes: typing in the search sorts nothing, folding a group searches nothing.
const sortedOnce = remembering<readonly EntryView[]>();
const typedOnce = remembering<readonly EntryView[]>();
const foundOnce = remembering<readonly EntryView[]>();
const siftedOnce = remembering<FilteredEntries>();
const headingsOnce = remembering<readonly string[]>();
const cutOnce = remembering<LayoutInput['cut']>();
const linesOnce = remembering<readonly OtherLine[]>();
const orderOnce = remembering<readonly string[]>();
const rowsOnce = remembering<readonly ListItem[]>();

export function workOutList(input: ListInput) {
  const { context, entries, otherLines, query, filters, sort, group, typeOf, files, about, queue, editedId } = input;
  const { foldedGroups, archive } = input;
  const { today } = context.summary;
  const waterline = workOutWaterline(context);
  const leaving = sort === 'leaving' ? waterline.order : none;
  const ordered = sortedOnce([entries, sort, leaving], () => sortEntries(entries, sort, leaving));
  const inOrder = typedOnce([ordered, files, about], () =>
    files === null && about === null ? ordered : ordered.filter((entry) => isAsked(entry, files, about)),
  );
  const search = readSearch(query);
  const isAsking = !asksNothing(search);
  const exempt = isAsking || anyFilter(filters) ? editedId : null;
  const matches = foundOnce([inOrder, query.trim(), exempt, sort], () =>
    searchEntries(inOrder, search, { exempt, wholeFirst: sort === 'file' }),
  );
  const { passing, counts } = siftedOnce([matches, filters, today, exempt], () =>
    filterEntries(matches, filters, today, exempt),
  );
  /** Lookup of every entry, shown or not. */
  const byId = {
    get: (id: string) => entryIn(entries, id),
    has: (id: string) => entryIn(entries, id) !== undefined,
  };
  const isPart = anyFilter(filters) || files !== null || about !== null;
  const lines = linesOnce([otherLines, query.trim(), isPart], () => searchLines(isPart ? noLines : otherLines, search));
  const { sections } = context.summary.capabilities;
  const headings = sections ? null : headingsOnce([entries], () => headingsOf(entries));
  const { entries: stored, summary } = context;
  const { loaded } = summary;
  const cut = cutOnce([stored, loaded?.entries, loaded?.cutLine], () => cutIn(context));
  const next = sort === 'leaving' ? waterline.ranks : noRanks;
  const rows = queue
    ? queue.flatMap((id) => byId.get(id) ?? []).map(reviewItem)
    : rowsOnce([passing, sort, group, typeOf, headings, cut, today, next, foldedGroups, lines, archive], () =>
        layOutList({ ...input, entries: passing, otherLines: lines, headings, cut, today, next }),
      );
  return {
    rows,
    order: orderOnce([rows], () => entryIdsIn(rows)),
    byId,
    counts,
    shown: passing.length,
    /** True if a search or filters hide something. */
    narrowed: isAsking || isPart,
    waterline,
    unread: cut?.unread ?? noIds,
  };
}

/** Point at which the assistant stops reading, by entries; null if it reads all of them. */
function cutIn({ entries, summary }: ListInput['context']): LayoutInput['cut'] {
  const { loaded, capabilities } = summary;
  if (loaded === null || loaded.cutLine === null || loaded.entries >= summary.entryCount) {
    return null;
  }
  const unread = new Set(entries.slice(loaded.entries).map(({ id }) => id));
  return { unread, text: stopsHere(capabilities, loaded.cutLine - 1) };
}

const none: readonly EntryView[] = [];
const noLines: readonly OtherLine[] = [];
const noIds: ReadonlySet<string> = new Set();
const noRanks: ReadonlyMap<string, number> = new Map();

function isAsked({ topic, flags }: EntryView, files: ListInput['files'], about: ListInput['about']): boolean {
  const isOfType = files === null || (topic !== undefined && files.has(topic));
  const name = flags.about === null ? null : foldedName(flags.about.name);
  return isOfType && (about === null || (name !== null && (about.name === null || about.name === name)));
}

/** Whole words come before parts of words, and matches in the source alone come last, unless another order is chosen. */
function searchEntries(
  entries: readonly EntryView[],
  search: EntrySearch,
  { exempt, wholeFirst }: { readonly exempt: string | null; readonly wholeFirst: boolean },
): readonly EntryView[] {
  if (asksNothing(search)) {
    return entries;
  }
  const matches = entries.filter((entry) => entry.id === exempt || passesSearch(entry, search));
  if (!wholeFirst || search.words.length === 0) {
    return matches;
  }
  const shown = new Set(matches.filter((entry) => hasWords(foldedShown(entry), search.words)));
  const whole = new Set([...shown].filter((entry) => hasWholeWords(foldedShown(entry), search.words)));
  const within = [...shown].filter((entry) => !whole.has(entry));
  return [...whole, ...within, ...matches.filter((entry) => !shown.has(entry))];
}

function searchLines(lines: readonly OtherLine[], search: EntrySearch): readonly OtherLine[] {
  if (asksNothing(search)) {
    return lines;
  }
  // A line that is no entry has no source or other facts to match conditions.
  return search.conditions.length > 0
    ? noLines
    : lines.filter(({ text }) => matchesSearch(foldedForSearch(text), search));
}

const headingsOf = (entries: readonly EntryView[]): readonly string[] => [
  ...new Set(entries.map(({ section }) => section)),
];
