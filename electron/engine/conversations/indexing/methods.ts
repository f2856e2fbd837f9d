import type { conversationSearchMethods as declared } from '#shared/contract/features/conversation-search.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { Catalogue } from '../catalogue.ts';
import type { IndexedFactsReader } from './indexed-facts.ts';
import type { ConversationIndexer } from './indexing.ts';
import { createSummaries, searchConversations } from './search.ts';

type Services = {
  readonly catalogue: Catalogue;
  readonly facts: IndexedFactsReader;
  readonly indexing: ConversationIndexer;
};

export function searchMethods(ports: Ports, { catalogue, facts, indexing }: Services): HandlersOf<typeof declared> {
  const summaries = createSummaries(ports, facts);
  return {
    'conversations.search': (request, token) => searchConversations(ports, summaries, catalogue.list(), request, token),
    'conversations.index': async () => {
      indexing.begin();
      return indexing.state();
    },
    'conversations.pauseIndex': ({ paused }) => indexing.pause(paused),
  };
}
