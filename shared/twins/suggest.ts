import { isCorrection } from '../entries/correction.ts';
import { confidences, type EntryFields } from '../entries/entry.ts';
import type { TwinKind } from './find-twins.ts';

type SuggestionEntry = Pick<EntryFields, 'value' | 'confidence' | 'date' | 'flags' | 'source'>;

/** Picks the entry to keep: the person's marks count most, then confidence, date and length. */
export function suggestedOf(entries: readonly SuggestionEntry[]): number {
  const ranks = entries.map((entry) => [
    Number(entry.flags.pinned),
    Number(entry.flags.confirmed || isCorrection(entry)),
    -confidences.indexOf(entry.confidence),
    entry.date === null ? 0 : Date.parse(entry.date),
    entry.value.length,
  ]);
  const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
    const at = one.findIndex((rank, index) => rank !== other[index]);
    return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
  };
  return ranks.reduce((best, rank, index) => (isBefore(rank, ranks[best] ?? []) ? index : best), 0);
}

/** Makes an initial text for a merged entry: all values of one key; else the text of the suggested one. */
export function mergedOf(kind: TwinKind, entries: readonly SuggestionEntry[]): string {
  const suggested = entries[suggestedOf(entries)]?.value ?? '';
  if (kind !== 'key') {
    return suggested;
  }
  const others = entries.map(({ value }) => value).filter((value) => value !== suggested);
  return [...new Set([suggested, ...others])].map((value) => value.replace(/\s*[.;]?\s*$/, '')).join('; ');
}
