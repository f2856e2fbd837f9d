import type { Capabilities } from '../contract/capabilities.ts';
import type { Impact } from '../contract/changes.ts';
import { counted, countInWords } from '../text/counts.ts';
import { boundsInWords } from './fills.ts';

export const assistantInWords = ({ assistant }: Pick<Capabilities, 'assistant'>): string =>
  assistant ?? 'Your assistant';

/** Counts the entries below the end of reading: "12 entries are never read". */
export const neverReadInWords = (count: number): string =>
  `${counted(count, 'entry', 'entries')} ${count === 1 ? 'is' : 'are'} never read`;

/** Notice on an entry below the end of reading. */
export const neverRead = (capabilities: Pick<Capabilities, 'assistant'>): string =>
  `Never read: ${capabilities.assistant ?? 'your assistant'} stops above it.`;

export function howMuchIsRead(capabilities: Pick<Capabilities, 'assistant' | 'loaded'>): string {
  const first = capabilities.loaded.length > 1 ? ', whichever comes first' : '';
  return `At its start ${capabilities.assistant ?? 'your assistant'} reads the first ${boundsInWords(capabilities.loaded)} of this file${first}. It never learns of what is below.`;
}

/** Describes the effect of a change on the part never read; empty if there is none, before or after. */
export function cutInWords({ cutBefore, cutAfter }: Pick<Impact, 'cutBefore' | 'cutAfter'>): string {
  if (cutBefore === null || cutAfter === null || (cutBefore === 0 && cutAfter === 0)) {
    return '';
  }
  if (cutAfter === 0) {
    return 'Then your assistant reads all entries.';
  }
  return cutAfter === cutBefore
    ? `Then ${neverReadInWords(cutAfter)}, as many as now.`
    : `Then ${neverReadInWords(cutAfter)} (${cutBefore === 0 ? 'none' : countInWords(cutBefore)} now).`;
}

/** Notice at the end of reading, above the part left out. @param line the last that is read */
export const stopsHere = (capabilities: Pick<Capabilities, 'assistant'>, line: number): string =>
  `${assistantInWords(capabilities)} stops reading here (line ${line})`;
