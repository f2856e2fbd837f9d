import type { ChangeCounts } from '#shared/contract/fields.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';

/** How many entries differ between two versions; null is one without entries. */
export function changeCounts(before: MemoryDocument | null | undefined, after: MemoryDocument): ChangeCounts {
  const { added, changed, removed } = matchEntries(before?.entries ?? [], after.entries);
  return { added: added.length, changed: changed.length, removed: removed.length };
}
