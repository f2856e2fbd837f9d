import type { CommandGroup } from '../command.ts';
import { readingCommands } from './conversation-reading.ts';
import { saveConversation } from './conversation-saving.ts';
import { searchConversationsCommand } from './conversation-search.ts';
import { storeCommands } from './conversation-store.ts';
import { viewMessages } from './conversation-view.ts';

export const conversations: CommandGroup = {
  name: 'conversations',
  scope: 'computer',
  about: 'Read, save and search conversations, and see what a model still sees of them.',
  commands: [...readingCommands, saveConversation, searchConversationsCommand, viewMessages, ...storeCommands],
};
