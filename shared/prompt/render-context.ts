import type { EntryFields } from '../entries/entry.ts';
import { blankSlate } from './guidance.ts';
import { blockText } from './line-text.ts';

type Said = Pick<EntryFields, 'key' | 'value'>;

/**
 * The context as an assistant reads it: lines `N-- text` from 0, one for each entry; null keeps a gone entry's number,
 * empty. What to do where nothing is known follows the empty block.
 */
export function renderContext(lines: readonly (Said | null)[]): string {
  const numbered = lines.map((entry, number) => (entry === null ? `${number}--` : `${number}-- ${blockText(entry)}`));
  const block = ['<global-context>', ...numbered, '</global-context>'].join('\n');
  return lines.length === 0 ? `${block}\n\n${blankSlate}` : block;
}
