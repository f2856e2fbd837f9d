import type { Conversation } from '#shared/contract/features/conversations.ts';
import { isDeletedSoon } from './conversation-words.ts';

/** Conversations their programs delete soon and that have no copy, the next one first. @param now milliseconds since 1970 */
export const leavingSoon = (
  conversations: readonly Conversation[],
  isKept: (id: string) => boolean,
  now: number,
): readonly Conversation[] =>
  conversations
    .filter(({ id, deletedAt }) => isDeletedSoon(deletedAt, now) && !isKept(id))
    .toSorted((one, other) => (one.deletedAt ?? 0) - (other.deletedAt ?? 0));
