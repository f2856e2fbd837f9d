import { countWords } from '../entries/token-estimate.ts';
import type { ParsedEntry } from './document.ts';

/** Counts the words of the whole text; those of its entries have been counted. */
export function entryWords(text: string, entries: readonly ParsedEntry[], start: number): number {
  let words = 0;
  let end = 0;
  for (const { range, words: own } of entries) {
    // Directly after a byte order mark an entry makes one word with it.
    const isMarked = start > 0 && range.from === start;
    words += isMarked ? countWords(text, 0, range.to) : countWords(text, end, range.from) + own;
    end = range.to;
  }
  return words + countWords(text, end);
}

export function withOrdinals(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  const byCategory = new Map<ParsedEntry['category'], Map<string, number>>();
  return entries.map((entry) => {
    const { category, raw } = entry;
    const ordinals = byCategory.get(category) ?? new Map<string, number>();
    byCategory.set(category, ordinals);
    const ordinal = ordinals.get(raw) ?? 0;
    ordinals.set(raw, ordinal + 1);
    return ordinal === 0 ? entry : { ...entry, ordinal };
  });
}
