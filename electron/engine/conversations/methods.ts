import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Conversation, conversationsMethods as declared } from '#shared/contract/features/conversations.ts';
import type { HandlersOf } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import type { Approvals } from './approvals.ts';
import type { createCatalogue, Located } from './catalogue.ts';
import { placesHere } from './find-conversations.ts';
import { conversationPlaces } from './places.ts';
import { pageBefore, pageFrom, summaryOf } from './read-conversation.ts';

/** Conversations whose beginning and end are read at a time. */
const atATime = 16;

type Services = {
  readonly approvals: Approvals;
  readonly catalogue: ReturnType<typeof createCatalogue>;
  readonly tellChange: () => void;
};

export function conversationsMethods(
  ports: Ports,
  { approvals, catalogue, tellChange }: Services,
): HandlersOf<typeof declared> {
  let latest = 0;
  /** What was found when it was looked for, for those who read it page by page. */
  const looks = new LRUCache<number, readonly Located[]>({ max: 8 });

  return {
    'conversations.places': async () => ({ places: await placesHere(ports, approvals) }),
    'conversations.approve': async ({ place, approved }) => {
      if (!conversationPlaces.some(({ id }) => id === place)) {
        throw new ContextureError('not_found', `There is no place called ${place} for conversations.`, { place });
      }
      await approvals.set(place, approved);
      tellChange();
      return { places: await placesHere(ports, approvals) };
    },
    'conversations.list': async ({ revision: wanted, offset, limit }, { cancelled }) => {
      const revision = wanted ?? ++latest;
      if (wanted === undefined) {
        looks.set(revision, await catalogue.list());
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
      const found = await catalogue.of(id);
      return direction === 'forward'
        ? pageFrom(ports, found, from ?? 0, limit)
        : pageBefore(ports, found, from ?? found.bytes, limit);
    },
  };
}
