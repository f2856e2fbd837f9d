import type { Diagnostic } from '../../contract/features/memory.ts';
import { charactersIn, countInWords } from '../../text/counts.ts';
import { splitLines } from '../../text/lines.ts';
import type { ParsedEntry } from '../document.ts';
import { joinItems, separator, withLf } from './join-items.ts';

/** Lists the reasons Hermes would refuse to edit a file that others have written, which it does without a word. */
export function diagnoseForm(text: string, entries: readonly ParsedEntry[], limit: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  let [at, line] = [0, 1];
  for (const { raw, range } of entries) {
    const length = raw.length > limit ? charactersIn(withLf(raw)) : 0;
    if (length > limit) {
      line += splitLines(text, at, range.from).length;
      at = range.from;
      const message = `This item has ${countInWords(length)} characters. Hermes refuses to edit a file with an item of more than ${countInWords(limit)}: shorten it, or make two of it.`;
      found.push({ code: 'entry_too_long', severity: 'warning', message, ...range, line, repair: null });
    }
  }
  if (withLf(text) !== joinItems(entries)) {
    const isTwice = new Set(entries.map(({ raw }) => withLf(raw))).size < entries.length;
    const isLoose = withLf(text) !== entries.map(({ raw }) => withLf(raw)).join(separator);
    const why = [
      isTwice && 'an item is there twice',
      isLoose && 'there is white space or an empty item between others',
    ];
    const message = `This file is not exactly what Hermes would write itself: ${why.filter(Boolean).join(', and ')}. Hermes may refuse to edit it, and leaves that out when it does.`;
    found.push({ code: 'form_differs', severity: 'warning', message, from: 0, to: 0, line: 1, repair: 'form' });
  }
  return found;
}
