import type { EntryFields } from '#shared/entries/entry.ts';
import { estimateOfWords } from '#shared/entries/token-estimate.ts';
import type { SegmentName } from '../../wording/names.ts';

/** How full the context is, as people are told. */
export type Fullness = 'roomy' | 'filling' | 'nearly' | 'over';

export function fullnessOf(total: number, limit: number): Fullness {
  if (total > limit) {
    return 'over';
  }
  const share = total / limit;
  return share >= 0.9 ? 'nearly' : share >= 0.75 ? 'filling' : 'roomy';
}

/** Widths of the parts of the bar in percent of its length, the bar being as long as the larger of used and limit. */
export function widthsOf(tokens: readonly number[], total: number, limit: number): number[] {
  const length = Math.max(total, limit, 1);
  return tokens.map((part) => (part / length) * 100);
}

/** Tokens of each segment that would leave next. */
export function nextBySegment(
  leaving: readonly Pick<EntryFields, 'category' | 'words' | 'bracketWords'>[],
): ReadonlyMap<SegmentName, number> {
  const words = new Map<SegmentName, number>();
  for (const entry of leaving) {
    const name = entry.category ?? 'unsorted';
    words.set(name, (words.get(name) ?? 0) + entry.words - entry.bracketWords);
  }
  return new Map([...words].map(([name, count]) => [name, estimateOfWords(count)]));
}
