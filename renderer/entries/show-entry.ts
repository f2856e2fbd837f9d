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
