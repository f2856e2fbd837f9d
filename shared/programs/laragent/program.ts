import { messageArray } from '../../conversations/formats/message-lines.ts';
import type { Program } from '../program.ts';

/** LarAgent’s chat histories, each one JSON array of messages. Written for versions of autumn 2026. */
export const larAgentConversations = messageArray('laragent');

export const larAgentProgram: Program = {
  conversations: [
    { id: 'laragent', format: larAgentConversations, files: ['chatHistory*.json', 'chat_history*.json'] },
  ],
};
