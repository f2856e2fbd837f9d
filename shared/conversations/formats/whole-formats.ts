import { chatGptConversations } from './chatgpt/format.ts';
import type { ThreadFormat } from './format.ts';
import { geminiConversations } from './gemini/format.ts';
import { hermesConversations, hermesRows } from './hermes/format.ts';
import { larAgentConversations } from './messages/format.ts';

/** One conversation, and what is packed, is not read beyond this. */
export const maxWholeBytes = 64 * 1024 * 1024;
/** A list of conversations is not read beyond this, however small it is packed. */
export const maxListBytes = 4 * 1024 * 1024 * 1024;

/** The formats of files that can’t be read in parts. */
export const wholeFormats: readonly ThreadFormat[] = [
  geminiConversations,
  hermesConversations,
  hermesRows,
  chatGptConversations,
  larAgentConversations,
];
