import { Toolbar } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords, type MeasureName } from '#shared/entries/measure.ts';
import { segmentsOf } from '../../entries/measure/fullness.ts';
import { showSection } from '../../jumps.ts';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { entriesInWords, shareInWords } from '../../wording/counts.ts';
import { type SegmentName, segmentLabels } from '../../wording/names.ts';
import styles from './gauge-bar.module.css';

type GaugeSegmentsProps = Readonly<{ summary: ContextSummary; next: ReadonlyMap<SegmentName, number> }>;

export function GaugeSegments({ summary, next }: GaugeSegmentsProps) {
  const { total, measure } = summary.tokens;
  return (
    <Tooltip.Provider delay={150}>
      <Toolbar.Root className={styles['segments'] ?? ''} aria-label="Tokens by section">
        {segmentsOf(summary).map((segment) => (
          <Segment
            key={segment.name}
            {...segment}
            next={Math.min(segment.tokens, next.get(segment.name) ?? 0)}
            total={total}
            measure={measure}
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
