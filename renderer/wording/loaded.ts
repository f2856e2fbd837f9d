import type { Capabilities } from '#shared/contract/features/memory.ts';
import { boundsInWords } from '#shared/wording/memories.ts';
import { entriesInWords } from './counts.ts';

/** Of a memory of which only the start is read: what is said of that. */

export const assistantInWords = ({ assistant }: Pick<Capabilities, 'assistant'>): string =>
  assistant ?? 'Your assistant';

/** "12 entries are never read". */
export const neverReadInWords = (count: number): string =>
  `${entriesInWords(count)} ${count === 1 ? 'is' : 'are'} never read`;

export function howMuchIsRead(capabilities: Pick<Capabilities, 'assistant' | 'loaded'>): string {
  const first = capabilities.loaded.length > 1 ? ', whichever comes first' : '';
  return `At its start ${assistantInWords(capabilities)} reads the first ${boundsInWords(capabilities.loaded)} of this file${first}. It never learns of what stands below.`;
}

/** Where reading ends, above what is left out. @param line the last that is read */
export const stopsHere = (capabilities: Pick<Capabilities, 'assistant'>, line: number): string =>
  `${assistantInWords(capabilities)} stops reading here (line ${line})`;
