import type { FoundEntry } from '#shared/contract/features/memories.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { openWorkspace, workspaceNow } from '../../api/app-store.ts';
import { useContextStore } from '../../api/context-store.ts';
import { showInReview } from '../../jumps.ts';

/** Opens the memory of an entry that was found, and shows the entry there: of a topic's text the one that leads to it. */
export async function openFound(found: FoundEntry): Promise<void> {
  const { topic } = found;
  await openWorkspace(topic === null ? found.file : found.memory.path);
  const workspace = workspaceNow()?.id;
  const show = (): boolean => {
    const context = useContextStore.getState();
    if (context.kind === 'none' || context.workspace !== workspace || context.kind === 'failed') {
      return true;
    }
    if (context.kind === 'loading' || !context.complete) {
      return false;
    }
    const { entries } = context;
    const entry = topic === null ? entryLike(found, entries) : entries.find((each) => each.topic === topic);
    if (entry) {
      showInReview(entry.id);
    }
    return true;
  };
  if (!show()) {
    const off = useContextStore.subscribe(() => show() && off());
  }
}

/** The entry in the place where it was found, or where it went since. */
function entryLike({ index, key, value }: FoundEntry, entries: readonly EntryView[]): EntryView | undefined {
  const part = value.replace(/^…|…$/g, '');
  const isIt = (entry: EntryView | undefined): boolean => entry?.key === key && entry.value.includes(part);
  return isIt(entries[index]) ? entries[index] : entries.find(isIt);
}
