import { chatGptConversations } from './chatgpt/format.ts';
import type { TablesFormat, WholeFormat } from './format.ts';
import { geminiConversations } from './gemini/format.ts';
import { hermesConversations, hermesRows } from './hermes/format.ts';
import { larAgentConversations } from './messages/format.ts';

/** Files of them, and what is packed, are not read beyond this. */
export const maxWholeBytes = 64 * 1024 * 1024;

/** The formats of files that can’t be read in parts. */
export const wholeFormats: readonly (WholeFormat | TablesFormat)[] = [
  geminiConversations,
  hermesConversations,
  hermesRows,
  chatGptConversations,
  larAgentConversations,
];
