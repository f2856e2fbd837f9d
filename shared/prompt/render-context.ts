import type { EntryFields } from '../entries/entry.ts';
import { subjectsOf } from '../entries/subjects.ts';
import { countInWords } from '../text/counts.ts';
import { blankSlate } from './guidance.ts';
import { blockText, oneLine, withoutBlockTags } from './line-text.ts';

type Said = Pick<EntryFields, 'key' | 'value' | 'flags'>;

/** The block, the numbers of the lines in it, and how many lines of it come before them. */
type Rendered = { readonly text: string; readonly numbers: readonly number[]; readonly before: number };

/**
 * The context as an assistant reads it: lines `N-- text` from 0, one for each entry; null keeps a gone entry's number,
 * empty. What to do where nothing is known follows the empty block.
 * @param leftOut whether what is about someone else is only named, in a line of its own, and its numbers are passed over
 */
export function renderBlock(lines: readonly (Said | null)[], leftOut: boolean): Rendered {
  const numbers = lines.flatMap((entry, number) => (leftOut && entry?.flags.about ? [] : [number]));
  const head = ['<global-context>', ...(leftOut ? recallLine(lines.flatMap((entry) => entry ?? [])) : [])];
  const numbered = numbers.map((number) => {
    const entry = lines[number];
    return entry ? `${number}-- ${blockText(entry)}` : `${number}--`;
  });
  const block = [...head, ...numbered, '</global-context>'].join('\n');
  return { text: lines.length === 0 ? `${block}\n\n${blankSlate}` : block, numbers, before: head.length };
}

/** {@link renderBlock}, all of it. */
export const renderContext = (lines: readonly (Said | null)[], leftOut = false): string =>
  renderBlock(lines, leftOut).text;

/** More names would take more room than they save. */
const maxNamed = 100;

/** Who and what can be recalled, in one line; none where there is nobody and nothing. */
function recallLine(entries: readonly Said[]): string[] {
  const subjects = subjectsOf(entries);
  if (subjects.length === 0) {
    return [];
  }
  const named = subjects
    .slice(0, maxNamed)
    .map(({ name, kind, entries: count }) => `${oneLine(name)} (${kind}, ${count})`);
  const more = subjects.length > maxNamed ? ` and ${countInWords(subjects.length - maxNamed)} more` : '';
  return [withoutBlockTags(`[Known, but not listed here; recall_about(name) lists it: ${named.join(', ')}${more}]`)];
}
