import { chatGptConversations } from './chatgpt/format.ts';
import type { ThreadFormat } from './format.ts';
import { geminiConversations } from './gemini/format.ts';
import { hermesConversations, hermesRows } from './hermes/format.ts';
import { larAgentConversations } from './messages/format.ts';

/** Size limit for reading one conversation, or a packed file. */
export const maxWholeBytes = 64 * 1024 * 1024;
/** Size limit for reading a list of conversations, however small it is packed. */
export const maxListBytes = 4 * 1024 * 1024 * 1024;

/** Formats of files that can’t be read in parts. */
export const wholeFormats: readonly ThreadFormat[] = [
  geminiConversations,
  hermesConversations,
  hermesRows,
  chatGptConversations,
  larAgentConversations,
];
