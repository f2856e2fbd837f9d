import type { EntryBrief } from '#shared/contract/changes.ts';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { isKeptByPerson } from '#shared/entries/correction.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { spokenOf } from '#shared/formats/held-updates.ts';
import type { Losses, StoredHeld } from './decisions-file.ts';
import type { LostEntry } from './losses.ts';

/** A held update as a decision; empty once the memory says the same, or the entry it contradicts is no longer the person's. */
export function heldDecision(
  { id, at, name, update }: StoredHeld,
  entries: readonly ParsedEntry[],
  losses: readonly Losses[],
  format: MemoryFormat,
): Decision[] {
  const find = createEntryFinder(entries);
  const [now] = find.named(spokenOf(update, format));
  if (!now || !isKeptByPerson(now) || now.value === update.value) {
    return [];
  }
  // An entry another program wrote in its place is not the person's, however it is marked.
  const lost = losses
    .flatMap(({ items }) => items)
    .find(({ archive, theirs }) => archive === null && theirs !== null && find.exact(theirs) === now);
  return [{ kind: 'held', id, at, name, theirs: update, yours: lost ? withoutMarks(lost) : briefOf(now) }];
}

export function withoutMarks({ yours }: LostEntry): EntryBrief {
  const { pinned: _, confirmed: __, correction: ___, ordinal: ____, ...brief } = yours;
  return brief;
}
