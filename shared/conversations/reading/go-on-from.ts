import type { ConversationItem } from '../../contract/features/conversations.ts';

/** Finds where to read a grown conversation from: its last item, or the one before the first queued one; or null. */
export function goOnFrom(items: readonly Pick<ConversationItem, 'at' | 'marks'>[]): number | null {
  const queued = items.findIndex(({ marks }) => marks.includes('queued'));
  return items[queued < 0 ? items.length - 1 : Math.max(0, queued - 1)]?.at ?? null;
}
