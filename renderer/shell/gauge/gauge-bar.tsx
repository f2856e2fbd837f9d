import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { loadPart } from '../../api/connection.ts';
import { widthsOf } from '../../entries/measure/fullness.ts';
import { drawnLater } from '../../ui/later.tsx';
import type { SegmentName } from '../../wording/names.ts';
import styles from './gauge-bar.module.css';
import { segmentsOf } from './segments.ts';

/** Fill of a limit, with a mark at the limit. @param bound in words */
export function FillBar({ used, limit, bound }: Readonly<{ used: number; limit: number; bound: string }>) {
  const [width, limitAt] = widthsOf([used, limit], used, limit);
  return (
    <div className={styles['bar']}>
      <span className={styles['used']} style={{ width: `${width}%` }} />
      <span className={styles['limit']} style={{ left: `${limitAt}%` }} title={bound} />
    </div>
  );
}

type GaugeBarProps = Readonly<{ summary: ContextSummary; next: ReadonlyMap<SegmentName, number> }>;

/** The bar with its limit: a segment for each section if there are any, and the part that would leave next hatched. */
export function GaugeBar({ summary, next }: GaugeBarProps) {
  const { total, limit, measure } = summary.tokens;
  const bound = `Limit: ${amountInWords(limit, measure)}`;
  if (!summary.capabilities.sections) {
    return <FillBar used={total} limit={limit} bound={bound} />;
  }
  const [limitAt] = widthsOf([limit], total, limit);
  return (
    <div className={styles['bar']}>
      <Segments summary={summary} next={next} />
      <span className={styles['limit']} style={{ left: `${limitAt}%` }} title={bound} />
    </div>
  );
}

/** Without names until they can be reached. */
const Segments = drawnLater<GaugeBarProps>(
  () => loadPart(() => import('./gauge-segments.tsx')).then((module) => module.GaugeSegments),
  ({ summary }) => (
    <div className={styles['segments']}>
      {segmentsOf(summary).map(({ name, width }) => (
        <span key={name} className={styles['segment']} data-segment={name} style={{ width: `${width}%` }} />
      ))}
    </div>
  ),
);
