import type { Program } from '../program.ts';
import { chatGptConversations } from './conversations.ts';

export const chatGptProgram: Program = {
  conversations: [
    {
      id: 'chatgpt',
      format: chatGptConversations,
      files: ['conversations.json', 'conversations-*.json', '*.zip'],
      holdsMany: true,
    },
  ],
};
