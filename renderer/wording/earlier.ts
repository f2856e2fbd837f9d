import type { Earlier, EntryView } from '#shared/contract/model.ts';
import { confidenceNames, noValue, sectionNames } from './names.ts';

/**
 * What an entry was when the person last looked, where others have changed it since: words, and after them the text it
 * had, where that is what differs.
 */
export function earlierInWords(
  entry: Pick<EntryView, 'category' | 'key' | 'value' | 'confidence' | 'mark'>,
  { category, key, value, confidence }: Earlier,
): { readonly before: string; readonly value: string | null } {
  if (value !== entry.value) {
    const before = entry.mark === 'superseded' ? 'You had corrected it to:' : 'It said:';
    return { before, value: value.trim() === '' ? noValue : value };
  }
  const parts = [
    key !== entry.key && (key === null ? 'had no key' : `had the key ${key}`),
    confidence !== entry.confidence && `was ${confidenceNames[confidence].toLowerCase()}`,
    category !== entry.category && `stood under ${sectionNames[category ?? 'unsorted']}`,
  ].filter(Boolean);
  return {
    before: parts.length > 0 ? `It ${parts.join(', ')}.` : 'Its text is the same; its date, source or flags changed.',
    value: null,
  };
}

/** The same as one sentence. */
export function earlierSentence(entry: Parameters<typeof earlierInWords>[0], earlier: Earlier): string {
  const { before, value } = earlierInWords(entry, earlier);
  return value === null ? before : `${before} ${value}`;
}
