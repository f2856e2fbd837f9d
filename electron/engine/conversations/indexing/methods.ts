import type { conversationSearchMethods as declared } from '#shared/contract/features/conversation-search.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Ports } from '../../ports.ts';
import type { createCatalogue } from '../catalogue.ts';
import type { Indexing } from './indexing.ts';
import { createSummaries, searchConversations } from './search.ts';

type Services = { readonly catalogue: ReturnType<typeof createCatalogue>; readonly indexing: Indexing };

export function searchMethods(ports: Ports, { catalogue, indexing }: Services): HandlersOf<typeof declared> {
  const summaries = createSummaries(ports);
  return {
    'conversations.search': (asked, work) => searchConversations(ports, summaries, catalogue.list(), asked, work),
    'conversations.index': async () => {
      indexing.begin();
      return indexing.state();
    },
    'conversations.pauseIndex': ({ paused }) => indexing.pause(paused),
  };
}
