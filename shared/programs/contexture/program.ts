import { messageLines } from '../../conversations/formats/message-lines.ts';
import type { ConversationSource, Program } from '../program.ts';
import { nameOfProgram } from '../program-ids.ts';

export const ownConversations = messageLines('own');

/** Conversations that Contexture keeps for agent programs, in the workspaces themselves. */
export const ownPlace: ConversationSource & { readonly assistant: string } = {
  id: 'own',
  assistant: nameOfProgram('contexture'),
  format: ownConversations,
  files: ['*.jsonl'],
};

export const contextureProgram: Program = { conversations: [ownPlace] };
