import { isCorrection } from '../entries/correction.ts';
import { confidences, type EntryFields } from '../entries/entry.ts';
import type { TwinKind } from './find-twins.ts';

type Suggested = Pick<EntryFields, 'value' | 'confidence' | 'date' | 'flags' | 'source'>;

/** Which of several to keep: what the person did to it counts most, then how sure it is, how new and how long. */
export function suggestedOf(entries: readonly Suggested[]): number {
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

/** A text for all of them to begin with: of one key, all it says; else what the suggested one says. */
export function mergedOf(kind: TwinKind, entries: readonly Suggested[]): string {
  const suggested = entries[suggestedOf(entries)]?.value ?? '';
  if (kind !== 'key') {
    return suggested;
  }
  const others = entries.map(({ value }) => value).filter((value) => value !== suggested);
  return [...new Set([suggested, ...others])].map((value) => value.replace(/\s*[.;]?\s*$/, '')).join('; ');
}
