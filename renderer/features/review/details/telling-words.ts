import type { EntryView } from '#shared/contract/features/memory.ts';

/** A search finds messages with all of its words, so more of them would find less. */
const count = 2;

/** Longest words of an entry, in their order, as a search of conversations. */
export function tellingWords({ key, value }: Pick<EntryView, 'key' | 'value'>): string {
  const text = `${key ?? ''} ${value}`.replace(/[_-]+/g, ' ').toLowerCase();
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const words = [...new Set(segments.flatMap(({ segment, isWordLike }) => (isWordLike ? segment : [])))];
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, count);
  return words.filter((word) => longest.includes(word)).join(' ');
}
