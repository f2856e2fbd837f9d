import type { EntryFields } from '../entries/entry.ts';
import { subjectsOf } from '../entries/subjects.ts';
import { countInWords } from '../text/counts.ts';
import { blankSlate } from './guidance.ts';
import { blockText, oneLine, withoutBlockTags } from './line-text.ts';

type RenderedEntry = Pick<EntryFields, 'key' | 'value' | 'flags'>;

/** Block, the numbers of the lines in it, and the number of its lines before them. */
type RenderedBlock = { readonly text: string; readonly numbers: readonly number[]; readonly before: number };

/**
 * Renders the context for an assistant: lines `N-- text` from 0, one for each entry; null keeps a gone entry's number,
 * empty. Advice for an empty memory follows the empty block.
 * @param leftOut true to give only the names of entries about someone else, on a separate line, and skip their numbers
 */
export function renderBlock(lines: readonly (RenderedEntry | null)[], leftOut: boolean): RenderedBlock {
  const numbers = lines.flatMap((entry, number) => (leftOut && entry?.flags.about ? [] : [number]));
  const head = ['<global-context>', ...(leftOut ? recallLine(lines.flatMap((entry) => entry ?? [])) : [])];
  const numbered = numbers.map((number) => {
    const entry = lines[number];
    return entry ? `${number}-- ${blockText(entry)}` : `${number}--`;
  });
  const block = [...head, ...numbered, '</global-context>'].join('\n');
  return { text: lines.length === 0 ? `${block}\n\n${blankSlate}` : block, numbers, before: head.length };
}

/** Renders the whole text of {@link renderBlock}. */
export const renderContext = (lines: readonly (RenderedEntry | null)[], leftOut = false): string =>
  renderBlock(lines, leftOut).text;

/** Limit above which names would take more room than they save. */
const maxNamed = 100;

/** Names the subjects that can be recalled, in one line; none if there are none. */
function recallLine(entries: readonly RenderedEntry[]): string[] {
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
