import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import type { Measure } from '#shared/entries/measure.ts';
import type { SegmentName } from '../../wording/names.ts';

export type Fullness = 'roomy' | 'filling' | 'over';

export function fullnessOf(total: number, limit: number): Fullness {
  if (total > limit) {
    return 'over';
  }
  return total / limit >= 0.75 ? 'filling' : 'roomy';
}

/** Widths of the parts of the bar in percent of its length, the bar being as long as the larger of used and limit. */
export function widthsOf(tokens: readonly number[], total: number, limit: number): number[] {
  const length = Math.max(total, limit, 1);
  return tokens.map((part) => (part / length) * 100);
}

export function nextBySegment(
  leaving: readonly Pick<EntryView, 'category' | 'weight' | 'overhead'>[],
  { tokensOf }: Pick<Measure<unknown>, 'tokensOf'>,
): ReadonlyMap<SegmentName, number> {
  const weights = new Map<SegmentName, number>();
  for (const entry of leaving) {
    const name = entry.category ?? 'unsorted';
    weights.set(name, (weights.get(name) ?? 0) + entry.weight - entry.overhead);
  }
  return new Map([...weights].map(([name, weight]) => [name, tokensOf(weight)]));
}

/** Segments of the bar, with their widths in percent. */
export function segmentsOf({ tokens: { total, limit, segments } }: ContextSummary) {
  const shown = segments.filter(({ tokens }) => tokens > 0);
  const widths = widthsOf(
    shown.map(({ tokens }) => tokens),
    total,
    limit,
  );
  return shown.map((segment, index) => ({ ...segment, width: widths[index] ?? 0 }));
}
