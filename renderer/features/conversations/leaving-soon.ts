import type { Conversation } from '#shared/contract/features/conversations.ts';
import { call } from '../../api/connection.ts';
import { isDeletedSoon } from './conversation-words.ts';

/** Conversations their programs delete soon and that have no copy, the next one first. @param now milliseconds since 1970 */
export const leavingSoon = (
  conversations: readonly Conversation[],
  kept: readonly { readonly id: string }[],
  now: number,
): readonly Conversation[] => {
  const ids = new Set(kept.map(({ id }) => id));
  return conversations
    .filter(({ id, deletedAt }) => isDeletedSoon(deletedAt, now) && !ids.has(id))
    .toSorted((one, other) => (one.deletedAt ?? 0) - (other.deletedAt ?? 0));
};

/** Programs delete the least recently used conversations, which are at the end of the list. */
const oldest = 100;

export async function readOldest(): Promise<readonly Conversation[]> {
  const { revision, total, conversations } = await call('conversations.list', { limit: 1 });
  return total < 2
    ? conversations
    : (await call('conversations.list', { revision, offset: Math.max(0, total - oldest), limit: oldest }))
        .conversations;
}

/** Number of conversations that their programs delete soon, with no copy kept. */
export async function countLeaving(): Promise<number> {
  const [conversations, { kept }] = await Promise.all([readOldest(), call('conversations.keeping', {})]);
  return leavingSoon(conversations, kept, Date.now()).length;
}
