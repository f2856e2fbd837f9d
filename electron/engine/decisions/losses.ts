import { z } from 'zod';
import { entryBriefSchema } from '#shared/contract/features/memory.ts';
import type { Author } from '#shared/contract/fields.ts';
import { type EntryRef, entryRefSchema, refOf } from '#shared/entries/entry.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import { keptOf, lossOf } from '#shared/entries/losses.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';

export const lostEntrySchema = z.strictObject({
  id: z.string(),
  /** The entry as it was before others wrote. */
  yours: entryBriefSchema.extend({ ordinal: z.int(), pinned: z.boolean(), correction: z.boolean() }),
  /** What it has become; null where it is gone. */
  theirs: entryRefSchema.nullable(),
  /** Name of the archive file it was dropped from; null for the memory itself. */
  archive: z.string().nullable().default(null),
});
/** Something of the person's that another program left out or wrote over, and that they have not decided on. */
export type LostEntry = z.infer<typeof lostEntrySchema>;

/** Carries losses to the next version. What the person changes or removes, or what is back, is lost no more. */
export function carryLosses(open: readonly LostEntry[], before: MemoryDocument, after: MemoryDocument, who: Author) {
  const { kept, changed, added, removed } = matchEntries(before.entries, after.entries);
  const became = new Map<ParsedEntry, ParsedEntry | null>([
    ...[...kept, ...changed].map((pair) => [pair.before, pair.after] as const),
    ...removed.map((entry) => [entry, null] as const),
  ]);
  const stays = new Set(kept.map((pair) => pair.before));
  const find = createEntryFinder(before.entries);
  return open.flatMap((lost) => {
    if (lost.archive !== null) {
      return lost;
    }
    const was = lost.theirs && find.exact(lost.theirs);
    if (!was) {
      const back = added.find((entry) => sameWords(entry, lost.yours));
      return stillLost(lost, back ?? null);
    }
    const decided = who === 'person' && !stays.has(was);
    return decided ? [] : stillLost(lost, became.get(was) ?? null);
  });
}

function stillLost(lost: LostEntry, now: ParsedEntry | null): LostEntry[] {
  const kind = lossOf(lost.yours, now && keptOf(now));
  return kind === null ? [] : [{ ...lost, theirs: now && refOf(now) }];
}

/** By what people know it again: the same words under the same name. */
function sameWords(entry: ParsedEntry, other: LostEntry['yours']): boolean {
  return entry.category === other.category && entry.key === other.key && entry.value === other.value;
}

/** What a version newly lost. An assistant may unsay what it said, but not what the person corrected or pinned. */
export function newLosses(
  known: readonly LostEntry[],
  before: MemoryDocument,
  after: MemoryDocument,
  who: 'outside' | 'assistant',
  newId: () => string,
): LostEntry[] {
  const find = createEntryFinder(before.entries);
  const accounted = new Set(known.flatMap(({ theirs }) => (theirs ? [find.exact(theirs)] : [])));
  const { changed, removed } = matchEntries(before.entries, after.entries);
  const pairs: readonly { readonly before: ParsedEntry; readonly after: ParsedEntry | null }[] = [
    ...changed,
    ...removed.map((entry) => ({ before: entry, after: null })),
  ];
  return pairs
    .filter((pair) => !accounted.has(pair.before))
    .filter((pair) => {
      const yours = keptOf(pair.before);
      const kind = lossOf(yours, pair.after && keptOf(pair.after));
      const isTheirs = who === 'outside' || (kind === 'dropped' && (yours.correction || yours.pinned));
      return kind !== null && isTheirs;
    })
    .map((pair) => ({
      id: newId(),
      yours: lostFrom(pair.before),
      theirs: pair.after && refOf(pair.after),
      archive: null,
    }));
}

/** What a version of an archive lost that another program wrote: entries that had been put away there to be kept. */
export function archiveLosses(archive: string, before: MemoryDocument, after: MemoryDocument, newId: () => string) {
  const { removed } = matchEntries(before.entries, after.entries);
  return removed.map((entry) => ({ id: newId(), yours: lostFrom(entry), theirs: null, archive }));
}

function lostFrom(entry: ParsedEntry): LostEntry['yours'] {
  const { pinned, correction } = keptOf(entry);
  return { ...briefOf(entry), ordinal: entry.ordinal, pinned, correction };
}

export const refOfLost = ({ yours }: LostEntry): EntryRef => refOf(yours);
