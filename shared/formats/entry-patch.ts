import { type EntryRef, refOf, sameRef } from '../entries/entry.ts';
import { createEntryFinder } from '../entries/find-entry.ts';
import { followRewordings, matchEntries, type Rewording, withKnown } from '../entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';

/** One entry's lines and where they stood: after the first of `after` that is still there. */
export type PlacedLines = {
  readonly ref: EntryRef;
  readonly section: string;
  /** The entries before it in its section, nearest first, at most {@link keptPredecessors}. */
  readonly after: readonly EntryRef[];
  /** How many other entries had the same category and key: more of them means it has been learned again. */
  readonly duplicates: number;
};

/** A change of a memory by entries, as plain data: merges when carried out on a third version; new to old, undoes. */
export type EntryPatch = {
  readonly remove: readonly EntryRef[];
  readonly add: readonly PlacedLines[];
  readonly change: readonly { readonly from: EntryRef; readonly to: EntryRef }[];
};

const keptPredecessors = 30;

/**
 * The patch from one version to another.
 * @param absent entries taken out earlier, oldest first: where one stood before an entry of this patch is remembered,
 * so that both return to their order whichever comes back first
 * @param rewordings what entries of the one are known to read in the other
 */
export function patchBetween(
  from: MemoryDocument,
  to: MemoryDocument,
  absent: readonly PlacedLines[] = [],
  rewordings: readonly Rewording[] = [],
): EntryPatch {
  const match = matchEntries(from.entries, to.entries);
  const { added, removed, changed } = withKnown(match, followRewordings(rewordings, to.entries));
  const inPlace = ({ before, after }: (typeof changed)[number]): boolean =>
    before.category === after.category && before.section === after.section;
  const stays = changed.filter(inPlace);
  const moved = changed.filter((pair) => !inPlace(pair));
  const isAdded = new Set<ParsedEntry>([...added, ...moved.map(({ after }) => after)]);
  const others = createEntryFinder(to.entries);
  const add: PlacedLines[] = [];
  for (const [index, entry] of isAdded.size === 0 ? [] : to.entries.entries()) {
    if (isAdded.has(entry)) {
      add.push({
        ref: refOf(entry),
        section: entry.section,
        after: withAbsent(refOf(entry), entry.section, predecessorsOf(to.entries, index), absent),
        duplicates: others.named(refOf(entry)).filter((other) => !isAdded.has(other)).length,
      });
    }
  }
  return {
    remove: [...removed, ...moved.map(({ before }) => before)].map(refOf),
    add,
    change: stays.map(({ before, after }) => ({ from: refOf(before), to: refOf(after) })),
  };
}

/** The entries before one in its section, nearest first. */
function predecessorsOf(entries: readonly ParsedEntry[], index: number): EntryRef[] {
  const { section } = (entries[index] as ParsedEntry).syntax;
  const before = entries.slice(Math.max(0, index - keptPredecessors), index).reverse();
  const other = before.findIndex((entry) => entry.syntax.section !== section);
  return (other < 0 ? before : before.slice(0, other)).map(refOf);
}

function withAbsent(
  ref: EntryRef,
  section: string,
  predecessors: readonly EntryRef[],
  absent: readonly PlacedLines[],
): EntryRef[] {
  const chain = [...predecessors];
  for (const other of absent) {
    if (other.section !== section || other.ref.category !== ref.category) {
      continue;
    }
    const known = other.after.find((before) => sameRef(before, ref) || chain.some((each) => sameRef(each, before)));
    if (known && sameRef(known, ref)) {
      continue; // it stood after this one
    }
    const at = known ? chain.findIndex((each) => sameRef(each, known)) : chain.length;
    chain.splice(at, 0, other.ref);
  }
  return chain;
}

/** What to do where an entry to be put back has been learned again under the same key. */
export type OnDuplicate = 'replace' | 'keep_both';
