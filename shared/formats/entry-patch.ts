import { type EntryRef, refOf } from '../entries/entry.ts';
import { createEntryFinder } from '../entries/find-entry.ts';
import { applyKnownChanges, followRewordings, type KnownRewording, matchEntries } from '../entries/match-entries.ts';
import { countEach } from '../entries/multimap.ts';
import { firstSubLevel, type MemoryDocument, type ParsedEntry } from './document.ts';
import { type Neighbour, type Neighbours, neighboursOf } from './neighbours.ts';

/** Lines of one entry, and their place. */
export type PlacedLines = Neighbours & {
  readonly ref: EntryRef;
  readonly section: string;
  /** Number of others with the same category and key, or text for prose: if there are more, it has come back. */
  readonly duplicates: number;
};

/** Change of a memory by entries, as plain data: merges when applied to a third version; from new to old, it undoes. */
export type EntryPatch = {
  readonly remove: readonly EntryRef[];
  readonly add: readonly PlacedLines[];
  readonly change: readonly { readonly from: EntryRef; readonly to: EntryRef }[];
};

/**
 * Computes the patch from one version to another.
 * @param absent entries taken out earlier, oldest first: if one was before an entry of this patch, that is remembered,
 * so that both return in their order whichever comes back first
 * @param rewordings known new texts of entries of the first version
 */
export function patchBetween(
  from: MemoryDocument,
  to: MemoryDocument,
  absent: readonly PlacedLines[] = [],
  rewordings: readonly KnownRewording[] = [],
): EntryPatch {
  const match = matchUnderHeadings(withoutTurned(from, to), withoutTurned(to, from));
  const { added, removed, changed } = applyKnownChanges(match, followRewordings(rewordings, to.entries));
  const inPlace = ({ before, after }: (typeof changed)[number]): boolean =>
    before.category === after.category && before.section === after.section;
  const stays = changed.filter(inPlace);
  const isRenamed = renamedHeadings(from, to);
  const moved = changed.filter((pair) => !inPlace(pair) && !isRenamed(pair));
  const isAdded = new Set<ParsedEntry>([...added, ...moved.map(({ after }) => after)]);
  const others = to.entries.filter((entry) => !isAdded.has(entry));
  const duplicatesOf = duplicatesIn(others);
  const withAbsent = absentAround(absent, isAdded.size);
  const add = to.entries.flatMap((entry, index): PlacedLines[] => {
    if (!isAdded.has(entry)) {
      return [];
    }
    const [ref, section] = [refOf(entry), entry.section];
    return [{ ref, section, ...withAbsent(ref, section, neighboursOf(to, index)), duplicates: duplicatesOf(entry) }];
  });
  return {
    remove: [...removed, ...moved.map(({ before }) => before)].map(refOf),
    add,
    change: stays.map(({ before, after }) => ({ from: refOf(before), to: refOf(after) })),
  };
}

/** Counts the entries of the same category and key, or for prose those of the same text in the same place. */
function duplicatesIn(entries: readonly ParsedEntry[]): (entry: ParsedEntry) => number {
  const find = createEntryFinder(entries);
  const proseName = ({ category, section, value }: ParsedEntry): string =>
    `${category} ${category === null ? section : ''} ${value}`;
  let prose: Map<string, number> | null = null;
  return (entry) => {
    if (entry.key !== null) {
      return find.named(entry).length;
    }
    prose ??= countEach(entries.filter(({ key }) => key === null).map(proseName));
    return prose.get(proseName(entry)) ?? 0;
  };
}

type Pair = { readonly before: ParsedEntry; readonly after: ParsedEntry };

/** Matches entries, telling those without a category apart by their heading. */
function matchUnderHeadings(before: readonly ParsedEntry[], after: readonly ParsedEntry[]) {
  const isUnderHeading = ({ category, section }: ParsedEntry): boolean => category === null && section !== '';
  if (!before.some(isUnderHeading) && !after.some(isUnderHeading)) {
    return matchEntries(before, after);
  }
  const named = (entries: readonly ParsedEntry[]) =>
    entries.map((entry) => {
      const { category, section, key, value, raw } = entry;
      return { category: category ?? `under ${section}`, key, value, raw, entry };
    });
  const { changed, added, removed } = matchEntries(named(before), named(after));
  return {
    kept: [],
    changed: changed.map((pair) => ({ before: pair.before.entry, after: pair.after.entry })),
    added: added.map(({ entry }) => entry),
    removed: removed.map(({ entry }) => entry),
  };
}

/** True if the same line is under the same heading, which has been renamed. */
function renamedHeadings(from: MemoryDocument, to: MemoryDocument): (pair: Pair) => boolean {
  const titles = ({ sections }: MemoryDocument) => new Set(['', ...sections.map(({ title }) => title)]);
  const [old, now] = [titles(from), titles(to)];
  return ({ before, after }) => {
    const [was, is] = [before.syntax.section, after.syntax.section];
    return (
      before.category === null &&
      before.raw === after.raw &&
      was === is &&
      from.sections[was]?.level === to.sections[is]?.level &&
      !now.has(before.section) &&
      !old.has(after.section)
    );
  };
}

/** Returns the entries without those that are headings of the lines below them in the other version. */
function withoutTurned(here: MemoryDocument, there: MemoryDocument): readonly ParsedEntry[] {
  const left = new Map<string, number>();
  const count = ({ text, sections }: MemoryDocument, by: number): void => {
    for (const { level, heading } of sections) {
      if (level >= firstSubLevel) {
        const line = text.slice(heading.from, heading.to);
        left.set(line, (left.get(line) ?? 0) + by);
      }
    }
  };
  count(there, 1);
  count(here, -1);
  const lines = left.size === 0 ? [] : here.entries.filter(({ raw }) => (left.get(raw) ?? 0) > 0);
  if (lines.length === 0) {
    return here.entries;
  }
  const placed = placedLabels(there);
  const isPlaced = ({ raw, range }: ParsedEntry): boolean => {
    const above = here.sections.findLast(({ level, heading }) => level < firstSubLevel && heading.from < range.from);
    return placed.has(placeName(above?.title, raw));
  };
  const turned = new Set<ParsedEntry>();
  for (const entry of [...lines.filter(isPlaced), ...lines]) {
    const times = left.get(entry.raw) ?? 0;
    if (times > 0 && !turned.has(entry)) {
      turned.add(entry);
      left.set(entry.raw, times - 1);
    }
  }
  return here.entries.filter((entry) => !turned.has(entry));
}

/** Collects the lines that head the lines below them, each with the title of the heading above. */
function placedLabels({ text, sections }: MemoryDocument): ReadonlySet<string> {
  const placed = new Set<string>();
  let above: string | undefined;
  for (const { level, title, heading } of sections) {
    if (level < firstSubLevel) {
      above = title;
    } else {
      placed.add(placeName(above, text.slice(heading.from, heading.to)));
    }
  }
  return placed;
}

const placeName = (above = '', line: string): string => `${above}\n${line}`;

/** Returns lines with their place in a document, to be put into another. @param entry one of the document's */
export function placedIn(document: MemoryDocument, entry: ParsedEntry): PlacedLines {
  const index = document.entries.indexOf(entry);
  return { ref: refOf(entry), section: entry.section, ...neighboursOf(document, index), duplicates: 0 };
}

/** Limit on comparisons, after which only the latest absent entries are considered: a patch must stay cheap. */
const maxComparisons = 20_000;

/** Puts absent entries among the neighbours of as many others, if they were between them. */
function absentAround(absent: readonly PlacedLines[], count: number) {
  const room = count === 0 ? 0 : Math.floor(maxComparisons / count);
  const latest = absent
    .slice(Math.max(0, absent.length - room))
    .map((other) => ({ ...other, names: other.after.map(nameOf) }));
  return (ref: EntryRef, section: string, { after, before }: Neighbours): Neighbours => {
    const chain = [...after];
    const own = nameOf({ entry: ref });
    const names = new Set(latest.length === 0 ? [] : [own, ...chain.map(nameOf)]);
    for (const other of latest) {
      if (other.section !== section || other.ref.category !== ref.category) {
        continue;
      }
      const knownAt = other.names.findIndex((name) => names.has(name));
      const name = other.names[knownAt];
      if (name === undefined || name === own) {
        continue; // it was after this one, or its place is unknown
      }
      const at = chain.findIndex((near) => nameOf(near) === name);
      const near = chain[at] as Neighbour;
      const blanks = Math.min(near.blanks, sumOf(other.after.slice(0, knownAt + 1)));
      chain.splice(at, 1, { entry: other.ref, blanks: near.blanks - blanks }, { ...near, blanks });
      names.add(nameOf({ entry: other.ref }));
    }
    return { after: chain, before };
  };
}

const sumOf = (neighbours: readonly Neighbour[]): number => neighbours.reduce((sum, { blanks }) => sum + blanks, 0);

/** Returns the same text for the same entry or the same line. */
function nameOf(neighbour: { readonly entry: EntryRef } | { readonly line: string }): string {
  if ('line' in neighbour) {
    return `line ${neighbour.line}`;
  }
  const { category, ordinal, raw } = neighbour.entry;
  return `entry ${category} ${ordinal} ${raw}`;
}

/** Action if an entry to be put back exists again under the same key, with another text. */
export type OnDuplicate = 'replace' | 'keep_both';
