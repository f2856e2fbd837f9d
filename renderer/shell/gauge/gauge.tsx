import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { fullestOf } from '#shared/formats/loaded.ts';
import { boundsInWords, fillInWords } from '#shared/wording/fills.ts';
import { neverReadInWords } from '#shared/wording/loaded.ts';
import { loadPart } from '../../api/connection.ts';
import { useContextStore, useMeasure } from '../../api/context-store.ts';
import { type Fullness, fullnessOf, nextBySegment, segmentsOf, widthsOf } from '../../entries/measure/fullness.ts';
import { useFollowRealCounts, useRealCounts } from '../../entries/measure/real-counts.ts';
import { useWaterline } from '../../entries/measure/waterline.ts';
import { classNames } from '../../ui/class-names.ts';
import { drawnLater } from '../../ui/later.tsx';
import { countInWords, shareInWords } from '../../wording/counts.ts';
import type { SegmentName } from '../../wording/names.ts';
import styles from './gauge.module.css';
import bar from './gauge-bar.module.css';
import { HowMeasuredButton, type HowMeasuredProps } from './how-measured-button.tsx';

const HowMeasured = drawnLater<HowMeasuredProps>(
  () => loadPart(() => import('./how-measured.tsx')).then((module) => module.HowMeasured),
  ({ button, summary, warns = false, press }) => (
    <HowMeasuredButton ref={button} summary={summary} warns={warns} aria-haspopup="dialog" {...press} />
  ),
);

const icons = { filling: TriangleAlert, over: CircleAlert };

export function Gauge({ summary }: Readonly<{ summary: ContextSummary }>) {
  if (summary.capabilities.budget) {
    return <Budget summary={summary} />;
  }
  return summary.loaded ? (
    <HowMuchIsRead summary={summary} loaded={summary.loaded} />
  ) : (
    <TokenCount summary={summary} />
  );
}

type HowMuchIsReadProps = Readonly<{ summary: ContextSummary; loaded: NonNullable<ContextSummary['loaded']> }>;

/** Fill of an assistant's reading limits: the fullest as the bar, the others beside it. */
function HowMuchIsRead({ summary, loaded }: HowMuchIsReadProps) {
  const button = useRef<HTMLButtonElement>(null);
  const fullest = fullestOf(loaded.fills);
  if (fullest === undefined) {
    return null;
  }
  const { used, limit } = fullest;
  const fullness = fullnessOf(used, limit);
  const Icon = fullness === 'roomy' ? null : icons[fullness];
  const unread = summary.entryCount - loaded.entries;
  const state = unread > 0 ? neverReadInWords(unread) : stateInWords(fullness, used, limit, fullest.unit);
  const inWords = `${fillInWords(fullest)} · ${shareInWords(used, limit)}`;
  const others = loaded.fills.filter((fill) => fill !== fullest);
  return (
    <section className={styles['gauge']} aria-label="How much is read" data-fullness={fullness}>
      <div className="line grow">
        <FillBar used={used} limit={limit} bound={`Read up to ${boundsInWords([fullest])}`} />
        <div
          role="meter"
          aria-label="Read by your assistant"
          aria-valuenow={used}
          aria-valuemin={0}
          aria-valuemax={Math.max(limit, used)}
          aria-valuetext={`${inWords}${state && ` · ${state}`}`}
          {...leadingTo(button)}
        >
          {Icon && <Icon aria-hidden />}
          <span>{state === '' ? fillInWords(fullest) : <span className={styles['state']}>{state}</span>}</span>
        </div>
        {others.length > 0 && <span className={styles['notes']}>{others.map(fillInWords).join(', ')}</span>}
      </div>
      <HowMeasured button={button} summary={summary} nextCount={0} />
    </section>
  );
}

/** Shown if no limit is known for this memory, so there is nothing to measure it against. */
function TokenCount({ summary }: Readonly<{ summary: ContextSummary }>) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <section className={classNames(styles['gauge'], styles['plain'])} aria-label="Tokens">
      <span {...leadingTo(button)}>{amountInWords(summary.tokens.total, summary.tokens.measure)}</span>
      <HowMeasured button={button} summary={summary} nextCount={0} />
    </section>
  );
}

function Budget({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { total, limit, measure, problem } = summary.tokens;
  const { tokensOf } = useMeasure();
  const { order, ranks, near } = useWaterline();
  const real = useRealCounts((state) => state.counts);
  const unconfirmed = useUnconfirmed();
  const button = useRef<HTMLButtonElement>(null);
  useFollowRealCounts();
  const next = useMemo(
    () => nextBySegment(near ? order.slice(0, ranks.size) : [], { tokensOf }),
    [near, order, ranks, tokensOf],
  );
  const fullness = fullnessOf(total, limit);
  const { confidence } = summary.capabilities;
  // The bar shows the chosen measure only; the explanation shows the other.
  const isOverByCount = real !== null && real.total > limit && total <= limit;
  const Icon = fullness === 'roomy' ? null : icons[fullness];
  const state = stateInWords(fullness, total, limit, measure === 'characters' ? 'characters' : 'tokens');
  const inWords = `${countInWords(total)} of ${amountInWords(limit, measure)}`;
  return (
    <section
      className={styles['gauge']}
      aria-label={measure === 'characters' ? 'Character budget' : 'Token budget'}
      data-fullness={fullness}
    >
      <div className="line grow">
        <GaugeBar summary={summary} next={next} />
        <div
          role="meter"
          aria-label={measure === 'characters' ? 'Characters used' : 'Tokens used'}
          aria-valuenow={total}
          aria-valuemin={0}
          aria-valuemax={Math.max(limit, total)}
          aria-valuetext={`${inWords}, ${shareInWords(total, limit)}${state && `. ${state}`}`}
          title={inWords}
          {...leadingTo(button)}
        >
          {Icon && <Icon aria-hidden />}
          <span>
            {state === '' ? `${shareInWords(total, limit)} full` : <span className={styles['state']}>{state}</span>}
          </span>
        </div>
        {problem !== null && (
          <span className={styles['off']} role="status">
            <TriangleAlert aria-hidden /> estimated: it could not be counted
          </span>
        )}
      </div>
      <HowMeasured
        button={button}
        warns={isOverByCount}
        summary={summary}
        nextCount={ranks.size}
        hatched={next.size > 0}
        unconfirmed={confidence ? unconfirmed : 0}
      />
    </section>
  );
}

/** A click on a warning opens its explanation; the keyboard has the button for that. */
const leadingTo = (button: RefObject<HTMLButtonElement | null>) => ({
  className: styles['words'],
  onClick: () => button.current?.click(),
});

/** Warning once there is little room; empty before. */
function stateInWords(fullness: Fullness, used: number, limit: number, unit: string): string {
  const amount = (count: number): string =>
    count === 1 ? `1 ${unit.replace(/s$/, '')}` : `${countInWords(count)} ${unit}`;
  const left = `${amount(limit - used)} left`;
  return {
    roomy: '',
    filling: used === limit ? 'Full' : `Almost full: ${left}`,
    over: `${amount(used - limit)} over the limit`,
  }[fullness];
}

/** Tokens of entries that are not certain: the part of the budget that the person has not confirmed. */
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

/** Fill of a limit, with a mark at the limit. @param bound in words */
function FillBar({ used, limit, bound }: Readonly<{ used: number; limit: number; bound: string }>) {
  const [width, limitAt] = widthsOf([used, limit], used, limit);
  return (
    <div className={bar['bar']}>
      <span className={bar['used']} style={{ width: `${width}%` }} />
      <span className={bar['limit']} style={{ left: `${limitAt}%` }} title={bound} />
    </div>
  );
}

type GaugeBarProps = Readonly<{ summary: ContextSummary; next: ReadonlyMap<SegmentName, number> }>;

/** The bar with its limit: a segment for each section if there are any, and the part that would leave next hatched. */
function GaugeBar({ summary, next }: GaugeBarProps) {
  const { total, limit, measure } = summary.tokens;
  const bound = `Limit: ${amountInWords(limit, measure)}`;
  if (!summary.capabilities.sections) {
    return <FillBar used={total} limit={limit} bound={bound} />;
  }
  const [limitAt] = widthsOf([limit], total, limit);
  return (
    <div className={bar['bar']}>
      <Segments summary={summary} next={next} />
      <span className={bar['limit']} style={{ left: `${limitAt}%` }} title={bound} />
    </div>
  );
}

/** Without names until they can be reached. */
const Segments = drawnLater<GaugeBarProps>(
  () => loadPart(() => import('./gauge-segments.tsx')).then((module) => module.GaugeSegments),
  ({ summary }) => (
    <div className={bar['segments']}>
      {segmentsOf(summary).map(({ name, width }) => (
        <span key={name} className={bar['segment']} data-segment={name} style={{ width: `${width}%` }} />
      ))}
    </div>
  ),
);
