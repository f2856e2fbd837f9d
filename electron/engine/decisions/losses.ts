import { z } from 'zod';
import { entryBriefSchema } from '#shared/contract/changes.ts';
import type { Author } from '#shared/contract/fields.ts';
import { type EntryRef, entryRefSchema, refOf, sameRef } from '#shared/entries/entry.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { createEntryClaims } from '#shared/entries/find-entry.ts';
import { comparedFields, isOfPerson, lossOf, textParts } from '#shared/entries/losses.ts';
import { matchEntries, textWithoutSpaces } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { perObject } from '#shared/text/per-object.ts';

const keptSchema = { pinned: z.boolean(), confirmed: z.boolean().default(false), correction: z.boolean() };

export const lostEntrySchema = z.strictObject({
  id: z.string(),
  yours: entryBriefSchema.extend({ ordinal: z.int(), ...keptSchema }),
  /** The entry that replaced it; null if it is gone. */
  theirs: entryRefSchema.nullable(),
  /** Name of the archive file it was dropped from; null for the memory itself. */
  archive: z.string().nullable().default(null),
});
/** An entry of the person's that another program left out or overwrote, and that they have not decided on. */
export type LostEntry = z.infer<typeof lostEntrySchema>;

export const lostTextSchema = z.strictObject({ id: z.string(), part: z.enum(textParts), text: z.string() });
export type StoredText = z.infer<typeof lostTextSchema>;

/** Carries losses to the next version. An entry is no longer lost if the person changes or removes it, or if it is back. */
export function carryLosses(open: readonly LostEntry[], before: MemoryDocument, after: MemoryDocument, who: Author) {
  const { kept, changed, added, removed } = matchEntries(before.entries, after.entries);
  const became = new Map<ParsedEntry, ParsedEntry | null>([
    ...[...kept, ...changed].map((pair) => [pair.before, pair.after] as const),
    ...removed.map((entry) => [entry, null] as const),
  ]);
  const stays = new Set(kept.map((pair) => pair.before));
  const claims = createEntryClaims(before.entries);
  const were = new Map(open.map((lost) => [lost, lost.theirs && claims.exact(lost.theirs)]));
  const missing = open.filter((lost) => lost.archive === null && !were.get(lost));
  const back = findReturned(missing, added);
  return open.flatMap((lost) => {
    if (lost.archive !== null) {
      return lost;
    }
    const was = were.get(lost);
    if (!was) {
      return stillLost(lost, back.get(lost) ?? null);
    }
    const decided = who === 'person' && !stays.has(was);
    return decided ? [] : stillLost(lost, became.get(was) ?? null);
  });
}

/** Matches added entries with those that are gone: each at most once, and unchanged ones before any that only say the same. */
function findReturned(
  missing: readonly LostEntry[],
  added: readonly ParsedEntry[],
): ReadonlyMap<LostEntry, ParsedEntry> {
  const matches = new Map<LostEntry, ParsedEntry>();
  if (added.length === 0) {
    return matches;
  }
  const claims = createEntryClaims(added);
  const withWords = claims.by(wordsOf);
  const ways = [
    (lost: LostEntry) => claims.exact(refOfLost(lost)),
    (lost: LostEntry) => withWords(wordsOf(lost.yours)),
  ];
  for (const find of ways) {
    for (const lost of missing) {
      const entry = matches.has(lost) ? undefined : find(lost);
      if (entry) {
        matches.set(lost, entry);
      }
    }
  }
  return matches;
}

function stillLost(lost: LostEntry, now: ParsedEntry | null): LostEntry[] {
  const kind = lossOf(lost.yours, now && comparedFields(now));
  if (kind === null) {
    return [];
  }
  const theirs = now && refOf(now);
  const isSame = theirs === lost.theirs || (theirs !== null && lost.theirs !== null && sameRef(theirs, lost.theirs));
  return [isSame ? lost : { ...lost, theirs }];
}

/** An entry's words for recognising it: the same words under the same name, regardless of white space. */
const wordsOf = (entry: Pick<ParsedEntry, 'category' | 'key' | 'value'>): string =>
  `${entry.category} ${textWithoutSpaces(entry)}`;

/** New losses in a version. An assistant may take back its own words, but not what the person kept. */
export function newLosses(
  known: readonly LostEntry[],
  before: MemoryDocument,
  after: MemoryDocument,
  who: 'outside' | 'assistant',
  newId: () => string,
): LostEntry[] {
  const claims = createEntryClaims(before.entries);
  const accounted = new Set(known.flatMap(({ theirs }) => (theirs ? [claims.exact(theirs)] : [])));
  const { changed, removed } = matchEntries(before.entries, after.entries);
  const pairs: readonly { readonly before: ParsedEntry; readonly after: ParsedEntry | null }[] = [
    ...changed,
    ...removed.map((entry) => ({ before: entry, after: null })),
  ];
  return pairs.flatMap((pair) => {
    const yours = comparedFields(pair.before);
    const kind = lossOf(yours, pair.after && comparedFields(pair.after));
    const isLoss = kind !== null && (who === 'outside' || isOfPerson(yours)) && !accounted.has(pair.before);
    const theirs = pair.after && refOf(pair.after);
    return isLoss ? [{ id: newId(), yours: lostFrom(pair.before), theirs, archive: null }] : [];
  });
}

/** Losses in a version of an archive that another program wrote: entries that had been archived to be kept. */
export function archiveLosses(archive: string, before: MemoryDocument, after: MemoryDocument, newId: () => string) {
  const { removed } = matchEntries(before.entries, after.entries);
  return removed.map((entry) => ({ id: newId(), yours: lostFrom(entry), theirs: null, archive }));
}

export const lossName = ({ key, value }: Pick<ParsedEntry, 'key' | 'value'>): string => JSON.stringify([key, value]);

const saidIn = perObject(({ entries }: MemoryDocument) => new Set(entries.map(lossName)));

export const hasEntryText = (document: MemoryDocument, name: string): boolean => saidIn(document).has(name);

function lostFrom(entry: ParsedEntry): LostEntry['yours'] {
  const { pinned, confirmed, correction } = comparedFields(entry);
  return { ...briefOf(entry), ordinal: entry.ordinal, pinned, confirmed, correction };
}

export const refOfLost = ({ yours }: LostEntry): EntryRef => refOf(yours);
