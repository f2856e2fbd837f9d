import { applyKnownChanges, type EntryMatch, matchEntries } from '#shared/entries/match-entries.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { VersionLine } from './history-lines.ts';

type Act = Pick<VersionLine, 'who' | 'action'>;

/** Compares a version with the one before, entry by entry. An entry renamed in its place counts as changed. */
export function matchVersions(
  before: readonly ParsedEntry[],
  after: readonly ParsedEntry[],
  act: Act,
): EntryMatch<ParsedEntry, ParsedEntry> {
  const match = matchEntries(before, after);
  if (match.added.length === 0 || match.removed.length === 0) {
    return match;
  }
  const renamed = renamedIn(match, before, after, isCorrection(act));
  return applyKnownChanges(match, (entry) => renamed.get(entry));
}

/** True if a person rewrote entries: then the entry in the place of an old one is its new form, whatever it says. */
const isCorrection = ({ who, action }: Act): boolean =>
  who === 'person' && /^(?:(?:Undone|Redone): )*Corrected /.test(action);

function renamedIn(
  { kept, changed, removed }: EntryMatch<ParsedEntry, ParsedEntry>,
  before: readonly ParsedEntry[],
  after: readonly ParsedEntry[],
  mayReword: boolean,
): ReadonlyMap<ParsedEntry, ParsedEntry> {
  const placeBefore = new Map(before.map((entry, index) => [entry, index]));
  const places = new Map<ParsedEntry, number | undefined>(
    [...kept, ...changed].map((pair) => [pair.after, placeBefore.get(pair.before)]),
  );
  const removedEntries = new Set(removed);
  const renamed = new Map<ParsedEntry, ParsedEntry>();
  let above: number | undefined = -1;
  for (const entry of after) {
    const was = places.has(entry) || above === undefined ? undefined : before[above + 1];
    if (was && removedEntries.has(was) && was.category === entry.category && (mayReword || was.value === entry.value)) {
      places.set(entry, placeBefore.get(was));
      renamed.set(was, entry);
    }
    above = places.get(entry);
  }
  return renamed;
}
