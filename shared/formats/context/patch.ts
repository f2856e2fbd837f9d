import { ContextureError } from '../../contract/errors.ts';
import { type Category, type EntryRef, refOf } from '../../entries/entry.ts';
import { createEntryFinder, shortName } from '../../entries/find-entry.ts';
import { followRewordings, matchEntries, type Rewording, withKnown } from '../../entries/match-entries.ts';
import { addTo } from '../../entries/multimap.ts';
import type { Edit } from '../../text/edits.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, removeEntries } from './carry-out.ts';
import { addToSections } from './place.ts';
import type { SectionNames } from './section-names.ts';

/** One entry's lines and where they stood: after the first of `after` that is still there. */
export type PlacedLines = {
  readonly ref: EntryRef;
  readonly section: string;
  /** The entries before it in its section, nearest first, at most {@link keptPredecessors}. */
  readonly after: readonly EntryRef[];
  /** How many other entries had the same category and key: more of them means it has been learned again. */
  readonly twins: number;
};

/**
 * What changed from one version of a memory to another, entry by entry, as plain data. Carried out on a third version
 * it merges that change into it; made from new to old it undoes.
 */
export type EntryPatch = {
  readonly remove: readonly EntryRef[];
  readonly add: readonly PlacedLines[];
  readonly change: readonly { readonly from: EntryRef; readonly to: EntryRef }[];
};

const keptPredecessors = 30;

/**
 * The patch that leads from one version to another.
 *
 * @param absent entries that were taken out earlier and may come back, oldest first: where one stood before an entry
 * of this patch, that is remembered, so that both return to their order whichever comes back first
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
        twins: others.named(refOf(entry)).filter((twin) => !isAdded.has(twin)).length,
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

function sameRef(a: EntryRef, b: EntryRef): boolean {
  return a.raw === b.raw && a.category === b.category && a.ordinal === b.ordinal;
}

/** What to do where an entry to be put back has been learned again under the same key. */
export type OnDuplicate = 'replace' | 'keep_both';

/**
 * Carries a patch out on a version it was not made for.
 *
 * @throws `key_exists` where an entry to be added has a live twin and `onDuplicate` does not say what to do (details: `key`,
 * `live` and `wanted` texts); `change_superseded` where an entry to be changed or removed reads differently by now.
 */
export function planPatch(
  document: MemoryDocument,
  names: SectionNames,
  patch: EntryPatch,
  onDuplicate: OnDuplicate | undefined,
): EntryPlan {
  const { text } = document;
  const find = createEntryFinder(document.entries);
  const edits: Edit[] = [];
  const gone = new Set<ParsedEntry>();
  const came: { category: Category | null; raw: string }[] = [];
  const ends = new Map<Category, string[]>();
  const addAtEnd = (category: Category, raw: string): void => {
    addTo(ends, category, raw);
  };
  const replace = (entry: ParsedEntry, raw: string): void => {
    gone.add(entry);
    edits.push({ ...entry.range, insert: raw });
    came.push({ category: entry.category, raw });
  };
  const removed = new Set<ParsedEntry>();
  const remove = (entry: ParsedEntry): void => {
    gone.add(entry);
    removed.add(entry);
  };

  for (const ref of patch.remove) {
    const entry = find.exact(ref);
    if (entry) {
      remove(entry);
    } else if (find.named(ref).length > 0) {
      throw superseded(ref);
    }
  }
  for (const { from, to } of patch.change) {
    const entry = find.exact(from);
    if (!entry) {
      if (find.exact(to)) {
        continue; // someone else has made the same change
      }
      throw superseded(from);
    }
    replace(entry, to.raw);
  }

  const inserted = new Map<number, string[]>();
  for (const lines of patch.add) {
    const { category, raw } = lines.ref;
    const twins = find.named(lines.ref).filter((entry) => !gone.has(entry));
    const twin = twins.length > lines.twins ? twins.at(-1) : undefined;
    if (twin) {
      if (onDuplicate === undefined) {
        throw new ContextureError(
          'key_exists',
          `“${shortName(lines.ref)}” has been learned again meanwhile. Choose which to keep.`,
          { key: lines.ref.key, live: twin.raw, wanted: raw },
        );
      }
      if (onDuplicate === 'replace') {
        replace(twin, raw);
        continue;
      }
    }
    const anchor = lines.after.map((ref) => find.exact(ref)).find((entry) => entry && !gone.has(entry));
    const at = anchor?.syntax.blockEnd ?? firstPlace(document, lines);
    if (at === null && category !== null) {
      addAtEnd(category, raw);
      continue;
    }
    if (at === null) {
      throw new ContextureError(
        'section_unclear',
        `The heading “${lines.section}” is no longer in the file, so “${shortName(lines.ref)}” can’t be put back under it. Nothing was changed.`,
      );
    }
    addTo(inserted, at, raw);
    came.push({ category, raw });
  }
  for (const [at, raws] of inserted) {
    const onNewLine = at === 0 || /[\r\n\uFEFF]/.test(text[at - 1] ?? '');
    const insert = raws.map((raw) => (onNewLine ? raw + document.lineEnd : document.lineEnd + raw)).join('');
    edits.push({ from: at, to: at, insert });
  }
  const atEnds = [...ends].map(([category, raws]) => ({ category, raws }));
  const removal = removeEntries([...removed]);
  return joinPlans([
    { edits, gone: [...gone].filter((entry) => !removed.has(entry)), came },
    removal,
    addToSections(document, names, atEnds, gone),
  ]);
}

function superseded(ref: EntryRef): ContextureError {
  return new ContextureError(
    'change_superseded',
    `“${shortName(ref)}” has been changed again since, so this can’t be taken back by itself. Nothing was changed; the history has the text from before.`,
    { expected: ref },
  );
}

/** The start of the section the lines stood in; null if it is not there any more. */
function firstPlace(document: MemoryDocument, lines: PlacedLines): number | null {
  const index = document.sections.findIndex(
    (candidate) => candidate.title === lines.section && candidate.category === lines.ref.category,
  );
  const first = document.entries.find((entry) => entry.syntax.section === index)?.range.from;
  if (first !== undefined) {
    return first;
  }
  const section = document.sections[index];
  if (section) {
    return section.hasOtherText ? section.contentEnd : section.bodyStart;
  }
  const beforeAnyHeading = lines.section === '' && lines.ref.category === null;
  return beforeAnyHeading ? (document.sections[0]?.heading.from ?? document.text.length) : null;
}
