import type { EntryFields } from '../entries/entry.ts';
import { blankSlate } from './guidance.ts';
import { blockText } from './line-text.ts';

type Said = Pick<EntryFields, 'key' | 'value'>;

/**
 * The context as an assistant reads it: a block of lines `N-- text`, numbered from 0 in the given order, one line to an
 * entry. Where nothing is known yet, what to do about that follows the empty block.
 *
 * @param lines null for a line whose entry is gone: its number stays, empty
 */
export function renderContext(lines: readonly (Said | null)[]): string {
  const numbered = lines.map((entry, number) => (entry === null ? `${number}--` : `${number}-- ${blockText(entry)}`));
  const block = ['<global-context>', ...numbered, '</global-context>'].join('\n');
  return lines.length === 0 ? `${block}\n\n${blankSlate}` : block;
}
