import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { useContextStore, useMeasure } from '../../api/context-store.ts';
import { type Fullness, fullnessOf, nextBySegment } from '../../entries/measure/fullness.ts';
import { useFollowRealCounts, useRealCounts } from '../../entries/measure/real-counts.ts';
import { useWaterline } from '../../entries/measure/waterline.ts';
import { classNames } from '../../ui/class-names.ts';
import { countInWords, shareInWords } from '../../wording/counts.ts';
import styles from './gauge.module.css';
import { GaugeBar } from './gauge-bar.tsx';
import { HowMeasured } from './how-measured.tsx';

const icons = { filling: TriangleAlert, nearly: TriangleAlert, over: CircleAlert };

export function Gauge({ summary }: Readonly<{ summary: ContextSummary }>) {
  return summary.capabilities.budget ? <Budget summary={summary} /> : <TokenCount summary={summary} />;
}

/** Nobody says how much of this memory an assistant takes in, so there is nothing to measure it against. */
function TokenCount({ summary }: Readonly<{ summary: ContextSummary }>) {
  return (
    <section className={classNames(styles['gauge'], styles['plain'])} aria-label="Tokens">
      <span className={styles['words']}>{amountInWords(summary.tokens.total, summary.tokens.measure)}</span>
      <HowMeasured summary={summary} nextCount={0} />
    </section>
  );
}

function Budget({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { total, limit, measure, problem } = summary.tokens;
  const { tokensOf } = useMeasure();
  const { order, ranks, near } = useWaterline();
  const real = useRealCounts((state) => state.counts);
  const unconfirmed = useUnconfirmed();
  useFollowRealCounts();
  const next = useMemo(
    () => nextBySegment(near ? order.slice(0, ranks.size) : [], { tokensOf }),
    [near, order, ranks, tokensOf],
  );
  const fullness = fullnessOf(total, limit);
  const { confidence } = summary.capabilities;
  const countDiffers = real !== null && fullnessOf(real.total, limit) !== fullness;
  const Icon = fullness === 'roomy' ? null : icons[fullness];
  const state = stateInWords(fullness, total, limit);
  const inWords = `${countInWords(total)} of ${amountInWords(limit, measure)}`;
  return (
    <section
      className={styles['gauge']}
      aria-label={measure === 'characters' ? 'Budget' : 'Token budget'}
      data-fullness={fullness}
    >
      <div className={styles['measured']}>
        <GaugeBar summary={summary} next={next} />
        <div
          role="meter"
          aria-label={measure === 'characters' ? 'Characters used' : 'Tokens used'}
          aria-valuenow={total}
          aria-valuemin={0}
          aria-valuemax={Math.max(limit, total)}
          aria-valuetext={`${inWords}, ${shareInWords(total, limit)}${state && ` · ${state}`}`}
          className={styles['words']}
        >
          {Icon && <Icon aria-hidden />}
          <span>
            {inWords} · {shareInWords(total, limit)}
            {state && ' · '}
            <span className={styles['state']}>{state}</span>
          </span>
        </div>
        {problem !== null && (
          <span className={styles['off']} role="status">
            <TriangleAlert aria-hidden /> estimated: it could not be counted
          </span>
        )}
        <div className={styles['notes']}>
          {confidence && (
            <span className={classNames((countDiffers || unconfirmed === 0) && styles['unseen'])}>
              {shareInWords(unconfirmed, limit)} of the budget unconfirmed
            </span>
          )}
          {countDiffers && <span role="status">{countInWords(real.total)} by a real count</span>}
        </div>
      </div>
      <HowMeasured
        summary={summary}
        nextCount={ranks.size}
        hatched={next.size > 0}
        unconfirmed={confidence ? unconfirmed : 0}
      />
    </section>
  );
}

function stateInWords(fullness: Fullness, total: number, limit: number): string {
  const over = `${countInWords(total - limit)} over`;
  return { roomy: '', filling: 'filling up', nearly: total === limit ? 'full' : 'nearly full', over }[fullness];
}

/** Tokens of entries that are not certain: what the person has not confirmed takes that much of the budget. */
function useUnconfirmed(): number {
  const context = useContextStore();
  const { tokensOf } = useMeasure();
  return useMemo(
    () =>
      context.kind === 'ready'
        ? tokensOf(
            context.entries.reduce((sum, { confidence, weight }) => (confidence === 'certain' ? sum : sum + weight), 0),
          )
        : 0,
    [context, tokensOf],
  );
}
