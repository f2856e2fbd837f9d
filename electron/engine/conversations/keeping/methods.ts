import type { conversationKeepingMethods } from '#shared/contract/features/conversation-keeping.ts';
import type { HandlersOf } from '../../handlers.ts';
import type { Keeper } from './keeper.ts';
import type { KeptCopies, ToKeep } from './kept-copies.ts';

/**
 * @param toKeep describes an existing conversation to keep
 * @param onChange called when the copies change
 */
export function keepingMethods(
  copies: KeptCopies,
  keeper: Keeper,
  toKeep: (id: string) => Promise<ToKeep>,
  onChange: () => void,
): HandlersOf<typeof conversationKeepingMethods> {
  return {
    'conversations.keeping': () => keeper.state(),
    'conversations.keep': async ({ id }) => {
      const kept = await copies.keep(await toKeep(id));
      await keeper.leaveOut(id, false);
      onChange();
      return kept;
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
