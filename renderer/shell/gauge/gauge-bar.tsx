import { Toolbar } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords, type MeasureName } from '#shared/entries/measure.ts';
import { widthsOf } from '../../entries/measure/fullness.ts';
import { showSection } from '../../jumps.ts';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { entriesInWords, shareInWords } from '../../wording/counts.ts';
import { type SegmentName, segmentLabels } from '../../wording/names.ts';
import styles from './gauge-bar.module.css';

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

function Segments({ summary, next }: GaugeBarProps) {
  const { total, limit, measure, segments } = summary.tokens;
  const shown = segments.filter((segment) => segment.tokens > 0);
  const widths = widthsOf(
    shown.map((segment) => segment.tokens),
    total,
    limit,
  );
  return (
    <Tooltip.Provider delay={150}>
      <Toolbar.Root className={styles['segments'] ?? ''} aria-label="Tokens by section">
        {shown.map((segment, index) => (
          <Segment
            key={segment.name}
            {...segment}
            next={Math.min(segment.tokens, next.get(segment.name) ?? 0)}
            total={total}
            measure={measure}
            width={widths[index] ?? 0}
          />
        ))}
      </Toolbar.Root>
    </Tooltip.Provider>
  );
}

type SegmentProps = ContextSummary['tokens']['segments'][number] &
  Readonly<{ next: number; total: number; measure: MeasureName; width: number }>;

function Segment({ name, entries, tokens, next, total, measure, width }: SegmentProps) {
  const label = segmentLabels[name];
  const words = `${amountInWords(tokens, measure)}, ${shareInWords(tokens, total)}`;
  const leaves = next > 0 ? `${amountInWords(next, measure)} archived next` : '';
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <Toolbar.Button
            className={styles['segment'] ?? ''}
            data-segment={name}
            style={{ width: `${width}%` }}
            aria-label={`${label}: ${words}${name === 'overhead' ? '' : `, ${entriesInWords(entries)}`}${leaves && `, ${leaves}`}`}
            onClick={() => {
              if (name !== 'overhead') {
                showSection(name);
              }
            }}
          >
            {next > 0 && <span className={styles['next']} style={{ width: `${(next / tokens) * 100}%` }} />}
          </Toolbar.Button>
        }
      />
      <Tooltip.Portal container={layers}>
        <Tooltip.Positioner sideOffset={6} className={menu['positioner'] ?? ''}>
          <Tooltip.Popup className={menu['tooltip'] ?? ''}>
            <strong>{label}</strong>
            <br />
            {words}
            {name !== 'overhead' && ` · ${entriesInWords(entries)}`}
            {leaves && ` · ${leaves}`}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
