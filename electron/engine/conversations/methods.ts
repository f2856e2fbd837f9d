import { LRUCache } from 'lru-cache';
import type { AnyEvent } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import { createApprovals } from './approvals.ts';
import { type FoundConversation, findConversation, findConversations, placesHere } from './find-conversations.ts';
import { conversationPlaces } from './places.ts';
import { pageBefore, pageFrom, summaryOf } from './read-conversation.ts';

/** Conversations whose beginning and end are read at a time. */
const atATime = 16;

export function conversationsMethods(ports: Ports, emit: (event: AnyEvent) => void): Handlers<'conversations'> {
  const approvals = createApprovals(ports);
  let latest = 0;
  /** What was found when it was looked for, for those who read it page by page. */
  const looks = new LRUCache<number, readonly FoundConversation[]>({ max: 8 });

  async function conversationOf(id: string): Promise<FoundConversation> {
    const found = await findConversation(ports, approvals, id);
    if (found === null) {
      const message = 'This conversation is not there any more, or not in a place that may be read. List them again.';
      throw new ContextureError('not_found', message, { id });
    }
    return found;
  }

  return {
    'conversations.places': async () => ({ places: await placesHere(ports, approvals) }),
    'conversations.approve': async ({ place, approved }) => {
      if (!conversationPlaces.some(({ id }) => id === place)) {
        throw new ContextureError('not_found', `There is no place called ${place} for conversations.`, { place });
      }
      await approvals.set(place, approved);
      emit({ event: 'conversations.changed', data: {} });
      return { places: await placesHere(ports, approvals) };
    },
    'conversations.list': async ({ revision: wanted, offset, limit }, { cancelled }) => {
      const revision = wanted ?? ++latest;
      if (wanted === undefined) {
        looks.set(revision, await findConversations(ports, approvals));
      }
      const all = looks.get(revision);
      if (all === undefined) {
        const message = 'They have been looked for anew since; list them again.';
        throw new ContextureError('revision_gone', message, {}, { retry: true });
      }
      const page = all.slice(offset, offset + limit);
      const conversations: Conversation[] = [];
      for (let at = 0; at < page.length && !cancelled(); at += atATime) {
        const batch = page.slice(at, at + atATime);
        conversations.push(...(await Promise.all(batch.map((found) => summaryOf(ports, found)))));
      }
      return { revision, total: all.length, conversations };
    },
    'conversations.page': async ({ id, from, direction, limit }) => {
      const found = await conversationOf(id);
      return direction === 'forward'
        ? pageFrom(ports, found, from ?? 0, limit)
        : pageBefore(ports, found, from ?? found.bytes, limit);
    },
  };
}
