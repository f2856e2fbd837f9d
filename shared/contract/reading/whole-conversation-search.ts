import type { Params } from '../contract.ts';
import type { ConversationIndexState, FoundInConversation } from '../features/conversation-search.ts';
import type { Client } from '../wire/client.ts';

/** Searches conversations, page by page, until enough have matches. */
export async function searchAllConversations(
  { call }: Pick<Client, 'call'>,
  asked: Omit<Params<'conversations.search'>, 'from' | 'limit'>,
  most: number,
) {
  const found: FoundInConversation[] = [];
  let page = await call('conversations.search', { ...asked, limit: most });
  found.push(...page.found);
  const unread = [...page.unread];
  while (page.next !== null && found.length < most) {
    page = await call('conversations.search', { ...asked, from: page.next, limit: most - found.length });
    found.push(...page.found);
    unread.push(...page.unread);
  }
  return { found, searched: page.searched, byScan: page.byScan, unread, isWhole: page.next === null };
}

/** Waits until the index is complete, or nobody here fills it. @param onProgress called now and then */
export async function indexIsFilled(
  { call, on }: Pick<Client, 'call' | 'on'>,
  onProgress: (state: ConversationIndexState) => void = () => undefined,
): Promise<ConversationIndexState> {
  let stop = (): void => undefined;
  try {
    return await new Promise<ConversationIndexState>((resolve, reject) => {
      stop = on('conversations.indexing', (state) => {
        onProgress(state);
        if (state.state !== 'reading') {
          resolve(state);
        }
      });
      call('conversations.index', {}).catch(reject);
    });
  } finally {
    stop();
  }
}
