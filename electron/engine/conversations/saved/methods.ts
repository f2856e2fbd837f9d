import type { savedConversationMethods } from '#shared/contract/features/saved-conversations.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { SavedCopies, SaveRequest } from './saved-copies.ts';
import type { ConversationSaver } from './saver.ts';

export function savedConversationHandlers(
  copies: SavedCopies,
  keeper: ConversationSaver,
  toKeep: (id: string) => Promise<SaveRequest>,
  onChange: () => void,
): HandlersOf<typeof savedConversationMethods> {
  return {
    'conversations.keeping': () => keeper.state(),
    'conversations.keep': async ({ id }) => {
      const saved = await copies.keep(await toKeep(id));
      await keeper.leaveOut(id, false);
      onChange();
      return saved;
    },
    'conversations.removeCopy': async ({ id, evenLast }) => {
      await copies.remove(id, evenLast);
      await keeper.leaveOut(id, true);
      onChange();
      return {};
    },
    'conversations.setKeeping': async (wanted) => {
      await keeper.set(wanted);
      onChange();
      return keeper.state();
    },
  };
}
