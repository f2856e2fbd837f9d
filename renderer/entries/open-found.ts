import type { FoundEntry } from '#shared/contract/features/memories.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { showEntryOf } from './show-entry.ts';

/** Opens the memory of a found entry and shows it there; for a topic's text, the entry that leads to it. */
export const openFound = (found: FoundEntry): Promise<void> =>
  found.topic === null
    ? showEntryOf(found.file, (entries) => entryLike(found, entries))
    : showEntryOf(found.memory.path, (entries) => entries.find(({ topic }) => topic === found.topic));

/** The entry at the place where it was found, or moved to since. */
function entryLike({ index, key, value }: FoundEntry, entries: readonly EntryView[]): EntryView | undefined {
  const part = value.replace(/^…|…$/g, '');
  const isIt = (entry: EntryView | undefined): boolean => entry?.key === key && entry.value.includes(part);
  const there = index === null ? undefined : entries[index];
  return isIt(there) ? there : entries.find(isIt);
}
