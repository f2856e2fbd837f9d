import type { ConversationItem } from '../../contract/features/conversations.ts';

/**
 * Finds the position from which items of a grown conversation are read again; null if there are none. The last one may
 * have grown. A queued message may be gone, and then the items around it may be one reply.
 */
export function goOnFrom(items: readonly Pick<ConversationItem, 'at' | 'marks'>[]): number | null {
  const queued = items.findIndex(({ marks }) => marks.includes('queued'));
  return items[queued < 0 ? items.length - 1 : Math.max(0, queued - 1)]?.at ?? null;
}
