import { messageLines } from '../../conversations/formats/message-lines.ts';
import type { ConversationPlace, Program } from '../program.ts';

export const ownConversations = messageLines('own');

/** Conversations that Contexture keeps for agent programs, in the workspaces themselves. */
export const ownPlace: ConversationPlace = { id: 'own', format: ownConversations, files: ['*.jsonl'] };

export const contextureProgram: Program = { conversations: [ownPlace] };
