import type { CommandGroup } from '../command.ts';
import {
  approvePlace,
  exportConversations,
  listConversations,
  listPlaces,
  showConversationCommand,
} from './conversation-reading.ts';
import { saveConversation } from './conversation-saving.ts';
import { searchConversationsCommand } from './conversation-search.ts';
import { addMessages, clearConversation } from './conversation-store.ts';
import { viewMessages } from './conversation-view.ts';

export const conversations: CommandGroup = {
  name: 'conversations',
  scope: 'computer',
  about: 'What was said in conversations, and what a model still sees of them.',
  commands: [
    listPlaces,
    approvePlace,
    listConversations,
    showConversationCommand,
    exportConversations,
    saveConversation,
    searchConversationsCommand,
    viewMessages,
    addMessages,
    clearConversation,
  ],
};
