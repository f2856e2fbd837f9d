import type { savedConversationMethods } from '#shared/contract/features/saved-conversations.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { SavedCopies, SaveRequest } from './saved-copies.ts';
import type { ConversationSaver } from './saver.ts';

export function savedConversationHandlers(
  copies: SavedCopies,
  saver: ConversationSaver,
  saveRequestOf: (id: string) => Promise<SaveRequest>,
  onChange: () => void,
): HandlersOf<typeof savedConversationMethods> {
  return {
    'conversations.keeping': () => saver.state(),
    'conversations.keep': async ({ id }) => {
      const saved = await copies.keep(await saveRequestOf(id));
      await saver.leaveOut(id, false);
      onChange();
      return saved;
    },
    'conversations.removeCopy': async ({ id, evenLast }) => {
      await copies.remove(id, evenLast);
      await saver.leaveOut(id, true);
      onChange();
      return {};
    },
    'conversations.setKeeping': async (wanted) => {
      await saver.set(wanted);
      onChange();
      return saver.state();
    },
  };
}
