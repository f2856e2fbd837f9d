import type { FoundEntry } from '#shared/contract/features/memories.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { showWorkspace, workspaceNow } from '../api/app-store.ts';
import { useContextStore } from '../api/context-store.ts';
import { showInReview } from '../jumps.ts';

/** Opens a memory and shows one of its entries, once it is known; only the memory if there is no entry. */
export async function showEntryOf(
  path: string,
  find: (entries: readonly EntryView[]) => EntryView | undefined,
): Promise<void> {
  await showWorkspace(path);
  const workspace = workspaceNow()?.id;
  const show = (): boolean => {
    const context = useContextStore.getState();
    if (context.kind === 'none' || context.workspace !== workspace || context.kind === 'failed') {
      return true;
    }
    if (context.kind === 'loading' || !context.complete) {
      return false;
    }
    const entry = find(context.entries);
    if (entry) {
      showInReview(entry.id);
    }
    return true;
  };
  if (!show()) {
    const off = useContextStore.subscribe(() => show() && off());
  }
}

/** Opens the memory of a found entry and shows it there; for a topic's text, the entry that leads to it. */
export const openFound = (entry: FoundEntry): Promise<void> =>
  entry.topic === null
    ? showEntryOf(entry.file, (entries) => entryLike(entry, entries))
    : showEntryOf(entry.memory.path, (entries) => entries.find(({ topic }) => topic === entry.topic));

/** The entry at the place where it was found, or moved to since. */
function entryLike({ index, key, value }: FoundEntry, entries: readonly EntryView[]): EntryView | undefined {
  const part = value.replace(/^…|…$/g, '');
  const isIt = (entry: EntryView | undefined): boolean => entry?.key === key && entry.value.includes(part);
  const there = index === null ? undefined : entries[index];
  return isIt(there) ? there : entries.find(isIt);
}
