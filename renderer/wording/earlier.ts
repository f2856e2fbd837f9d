import type { Earlier, EntryView } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { confidenceNames, noValue, sectionLabels } from './names.ts';

/** State of an entry when the person last looked: a sentence, and the text it had, if that differs. */
export function earlierInWords(
  entry: Pick<EntryView, 'category' | 'key' | 'value' | 'confidence' | 'mark' | 'flags' | 'source'>,
  earlier: Earlier,
): { readonly before: string; readonly value: string | null } {
  const { category, key, value, confidence } = earlier;
  const lost = lostInWords(entry, earlier);
  if (value !== entry.value) {
    const before =
      entry.mark === 'superseded' ? 'You had corrected it to:' : [lost, 'It said:'].filter(Boolean).join(' ');
    return { before, value: value.trim() === '' ? noValue : value };
  }
  const parts = [
    key !== entry.key && (key === null ? 'had no key' : `had the key ${key}`),
    confidence !== entry.confidence && `was ${confidenceNames[confidence].toLowerCase()}`,
    category !== entry.category && `stood under ${sectionLabels[category ?? 'unsorted']}`,
  ].filter(Boolean);
  const sentence = [parts.length > 0 && `It ${parts.join(', ')}.`, lost].filter(Boolean).join(' ');
  return { before: sentence || 'Its text is the same; its date, source or flags changed.', value: null };
}

/** Marks set by the person that are gone; empty if none are. */
function lostInWords(entry: Pick<EntryView, 'flags' | 'source'>, { pinned, corrected }: Earlier): string {
  const lost = [
    pinned && !entry.flags.pinned && 'pinned',
    corrected && !isCorrection(entry) && 'marked as corrected by you',
  ].filter(Boolean);
  return lost.length > 0 ? `It is no longer ${lost.join(' or ')}.` : '';
}

export function earlierSentence(entry: Parameters<typeof earlierInWords>[0], earlier: Earlier): string {
  const { before, value } = earlierInWords(entry, earlier);
  return value === null ? before : `${before} ${value}`;
}
