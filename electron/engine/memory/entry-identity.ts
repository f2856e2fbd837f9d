import type { Earlier, EntryView, Splice } from '#shared/contract/features/memory.ts';
import { sameAbout } from '#shared/entries/about.ts';
import { commonEnds } from '#shared/entries/common-ends.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { createEntryClaims } from '#shared/entries/find-entry.ts';
import {
  applyKnownChanges,
  followRewordings,
  isSameLine,
  type KnownRewording,
  matchEntries,
} from '#shared/entries/match-entries.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { cutAcross, type Eraser, isNothingElse, isWithin, joined } from '#shared/text/eraser.ts';
import { entryFields } from './entry-fields.ts';

type TrackedEntries = {
  readonly views: readonly EntryView[];
  readonly splices: Splice[];
  readonly added: number;
  readonly changed: number;
  /** Earlier views of the entries that were reworded. */
  readonly reworded: readonly EntryView[];
  readonly removed: readonly EntryView[];
  /** Entries of `gone` that are there again. */
  readonly returned: readonly EntryView[];
};

/** Author of a change, which decides what gets marked: nobody needs to hear of their own. */
export type ChangedBy = 'person' | 'others' | 'unmarked';

/** Carries ids and marks of entries to the next version, by content. @param gone entries that left together earlier */
export function trackEntries(
  before: readonly EntryView[],
  document: MemoryDocument,
  by: ChangedBy,
  newId: () => string,
  measure: TextMeasure,
  rewordings: readonly KnownRewording[] = [],
  gone: readonly EntryView[] = [],
): TrackedEntries {
  const { entries } = document;
  // Nearly all entries are the same lines, before and after what changed.
  const { start, tail } = commonEnds(before, entries, isSameLine);
  const [oldTail, newTail] = [before.length - tail, entries.length - tail];
  const same = (from: number, to: number, count: number): readonly EntryView[] =>
    before.slice(from, from + count).map((view, at) => updateView(view, entries[to + at] as ParsedEntry, measure));
  const match = matchEntries(before.slice(start, oldTail), entries.slice(start, newTail));
  const { kept, changed, added, removed } = applyKnownChanges(match, followRewordings(rewordings, entries));
  const views = new Map<ParsedEntry, EntryView>();
  for (const { before: view, after: entry } of kept) {
    views.set(entry, updateView(view, entry, measure));
  }
  for (const pair of changed) {
    const marked = by === 'others' ? markOfChange(pair.before, pair.after) : by === 'person' ? unmarked : pair.before;
    views.set(pair.after, viewOf(pair.after, pair.before.id, marked, measure));
  }
  const left = createEntryClaims(gone);
  const returned: EntryView[] = [];
  for (const entry of added) {
    const former = gone.length === 0 ? undefined : left.exact(entry);
    returned.push(...(former ? [former] : []));
    const mark = by === 'others' ? ({ mark: 'new' } as const) : unmarked;
    views.set(entry, viewOf(entry, former?.id ?? newId(), former ?? mark, measure));
  }
  const list = [
    ...same(0, 0, start),
    ...entries.slice(start, newTail).map((entry) => views.get(entry) as EntryView),
    ...same(oldTail, newTail, tail),
  ];
  return {
    views: list,
    splices: splicesBetween(before, list),
    added: added.length - returned.length,
    returned,
    changed: changed.length,
    reworded: changed.filter((pair) => pair.before.raw !== pair.after.raw).map((pair) => pair.before),
    removed,
  };
}

type EntryMark = Pick<EntryView, 'mark' | 'earlier'>;

const unmarked: EntryMark = { mark: null };

/** Weighs the same entries by another measure. @param views views of the document's entries, in file order */
export function reweigh(
  views: readonly EntryView[],
  document: MemoryDocument,
  measure: TextMeasure,
): readonly EntryView[] {
  return document.entries.map((entry, index) => viewOf(entry, at(views, index).id, at(views, index), measure));
}

export function withoutMark(view: EntryView): EntryView {
  const { earlier: _, ...rest } = view;
  return view.mark === null ? view : { ...rest, mark: null };
}

export function withoutErased(view: EntryView, eraser: Eraser): EntryView {
  const { earlier, ...rest } = view;
  if (earlier === undefined) {
    return view;
  }
  if (isWithin(eraser, earlier.value)) {
    return rest;
  }
  if (![joined(earlier), earlier.value, earlier.key ?? ''].some(eraser.occurs)) {
    return view;
  }
  const key = earlier.key && (eraser.cut(earlier.key) || null);
  const isGone = [earlier.value, joined(earlier)].some((text) => isNothingElse(eraser, text));
  return isGone ? rest : { ...rest, earlier: { ...earlier, key, value: eraser.cut(cutAcross(eraser, earlier)) } };
}

/** Marks a change. An overwritten correction comes before any other mark until it is seen; a new entry stays new. */
function markOfChange(before: EntryView, after: ParsedEntry): EntryMark {
  if (before.mark !== 'superseded' && isCorrection(before) && before.value !== after.value) {
    return { mark: 'superseded', earlier: earlierOf(before) };
  }
  return before.mark === null ? { mark: 'changed', earlier: earlierOf(before) } : before;
}

export function earlierOf(before: EntryView): Earlier {
  const { category, key, value, confidence, flags } = before;
  return {
    category,
    key,
    value,
    confidence,
    ...(flags.pinned && { pinned: true }),
    ...(isCorrection(before) && { corrected: true }),
  };
}

/** The same object, unless its heading or number among duplicates changed. */
function updateView(view: EntryView, entry: ParsedEntry, measure: TextMeasure): EntryView {
  const isAsItWas = view.ordinal === entry.ordinal && view.section === entry.section && sameWord(view, entry);
  return isAsItWas ? view : viewOf(entry, view.id, view, measure);
}

/** True if the person's flags and source are the same, which need not be in the lines. */
function sameWord(one: Pick<ParsedEntry, 'flags' | 'source'>, other: Pick<ParsedEntry, 'flags' | 'source'>): boolean {
  return (
    one.source === other.source &&
    one.flags.pinned === other.flags.pinned &&
    one.flags.confirmed === other.flags.confirmed &&
    sameAbout(one.flags.about, other.flags.about)
  );
}

const viewOf = (entry: ParsedEntry, id: string, { mark, earlier }: EntryMark, measure: TextMeasure): EntryView => ({
  id,
  mark,
  ...entryFields(entry, measure),
  ...(earlier && { earlier }),
});

function sameView(a: EntryView, b: EntryView): boolean {
  return (
    a === b ||
    (a.id === b.id &&
      a.raw === b.raw &&
      a.category === b.category &&
      a.section === b.section &&
      a.ordinal === b.ordinal &&
      a.mark === b.mark &&
      sameWord(a, b))
  );
}

/** Splices that turn one list into the other, touching only what differs; each applies after the ones before it. */
function splicesBetween(before: readonly EntryView[], after: readonly EntryView[]): Splice[] {
  const { start, tail } = commonEnds(before, after, sameView);
  const stays = longestInOrder(before, after, start, tail);
  const splices: Splice[] = [];
  let from = start;
  let to = start;
  for (const [oldIndex, newIndex] of [...stays, [before.length - tail, after.length - tail] as const]) {
    if (oldIndex > from || newIndex > to) {
      splices.push({ index: to, remove: oldIndex - from, insert: after.slice(to, newIndex) });
    }
    from = oldIndex + 1;
    to = newIndex + 1;
  }
  return splices;
}

/** Pairs of places of entries that are equal and in the same order in both lists, as many as possible. */
function longestInOrder(
  before: readonly EntryView[],
  after: readonly EntryView[],
  start: number,
  tail: number,
): readonly (readonly [number, number])[] {
  const places = new Map<string, number>();
  for (let index = start; index < before.length - tail; index++) {
    places.set(at(before, index).id, index);
  }
  const pairs: { old: number; now: number; previous: number }[] = [];
  const ends: number[] = []; // ends[n]: the pair that ends the best run of n + 1
  for (let now = start; now < after.length - tail; now++) {
    const old = places.get(at(after, now).id);
    if (old === undefined || !sameView(at(before, old), at(after, now))) {
      continue;
    }
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number]?.old ?? 0) < old) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    pairs.push({ old, now, previous: low === 0 ? -1 : (ends[low - 1] as number) });
    ends[low] = pairs.length - 1;
  }
  const run: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; ) {
    const pair = pairs[index] as (typeof pairs)[number];
    run.push([pair.old, pair.now]);
    index = pair.previous;
  }
  return run.reverse();
}

function at(list: readonly EntryView[], index: number): EntryView {
  return list[index] as EntryView;
}
