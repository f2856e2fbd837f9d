import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { widthsOf } from '../../entries/measure/fullness.ts';

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
