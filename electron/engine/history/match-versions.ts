import { type EntryMatch, matchEntries, withKnown } from '#shared/entries/match-entries.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { VersionLine } from './history-lines.ts';

type Act = Pick<VersionLine, 'who' | 'action'>;

/** What a version changed, entry by entry. An entry that was given another name where it stood has changed: it did not go. */
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
  return withKnown(match, (entry) => renamed.get(entry));
}

/** Whether a person wrote entries anew: then what stands in the place of one is that one, whatever it says. */
const isCorrection = ({ who, action }: Act): boolean =>
  who === 'person' && /^(?:(?:Undone|Redone): )*Corrected /.test(action);

function renamedIn(
  { kept, changed, removed }: EntryMatch<ParsedEntry, ParsedEntry>,
  before: readonly ParsedEntry[],
  after: readonly ParsedEntry[],
  mayReword: boolean,
): ReadonlyMap<ParsedEntry, ParsedEntry> {
  const placeBefore = new Map(before.map((entry, index) => [entry, index]));
  /** Where each entry stood before, by where it stands now. */
  const places = new Map<ParsedEntry, number | undefined>(
    [...kept, ...changed].map((pair) => [pair.after, placeBefore.get(pair.before)]),
  );
  const gone = new Set(removed);
  const renamed = new Map<ParsedEntry, ParsedEntry>();
  let above: number | undefined = -1;
  for (const entry of after) {
    const was = places.has(entry) || above === undefined ? undefined : before[above + 1];
    if (was && gone.has(was) && was.category === entry.category && (mayReword || was.value === entry.value)) {
      places.set(entry, placeBefore.get(was));
      renamed.set(was, entry);
    }
    above = places.get(entry);
  }
  return renamed;
}
