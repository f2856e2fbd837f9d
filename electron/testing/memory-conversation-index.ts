import type { ConversationIndex } from '#engine/ports.ts';
import { type IndexDatabase, openIndexDatabase } from '#node/conversation-index/index-database.ts';
import { ContextureError } from '#shared/contract/errors.ts';

export type MemoryConversationIndex = ConversationIndex & {
  /** Simulates a machine without a binary of SQLite, from now on or no longer. */
  setUnavailable(isUnavailable: boolean): void;
};

/** The real index, in memory and in this thread. */
export function createMemoryConversationIndex(): MemoryConversationIndex {
  let database: IndexDatabase | null = null;
  let isUnavailable = false;
  const call =
    <Name extends keyof ConversationIndex>(name: Name) =>
    async (...values: Parameters<ConversationIndex[Name]>): Promise<Awaited<ReturnType<ConversationIndex[Name]>>> => {
      if (isUnavailable) {
        throw new ContextureError('unavailable', 'There is no index of conversations here: it has no binary.');
      }
      database ??= openIndexDatabase(':memory:');
      return database[name](...values);
    };
  return {
    known: call('known'),
    copies: call('copies'),
    add: call('add'),
    remove: call('remove'),
    conversationsWith: call('conversationsWith'),
    itemsWith: call('itemsWith'),
    conversationsWithin: call('conversationsWithin'),
    itemsWithin: call('itemsWithin'),
    erase: call('erase'),
    async close() {
      database?.close();
      database = null;
    },
    setUnavailable: (is) => {
      isUnavailable = is;
    },
  };
}
