import { Popover } from '@base-ui/react/popover';
import { CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { ContextSummary } from '#shared/contract/model.ts';
import { estimateOfWords } from '#shared/entries/token-estimate.ts';
import { isOtherFormat, useContextStore } from '../../api/context-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import { countInWords, shareInWords, tokensInWords } from '../../wording/counts.ts';
import { useWaterline } from '../review/waterline.ts';
import { type Fullness, fullnessOf, nextBySegment } from './fullness.ts';
import styles from './gauge.module.css';
import { GaugeBar } from './gauge-bar.tsx';
import { isFarOff } from './honesty.ts';
import { useFollowRealCounts, useRealCounts } from './real-counts.ts';
import { SegmentTable } from './segment-table.tsx';

const icons = { filling: TriangleAlert, nearly: TriangleAlert, over: CircleAlert };

/** How much of what the assistant can read is used, always in sight. */
export function Gauge({ summary }: Readonly<{ summary: ContextSummary }>) {
  return isOtherFormat(summary) ? <TokenCount summary={summary} /> : <Budget summary={summary} />;
}

/** A memory in another format has no limit that Contexture knows of, so there is nothing to measure it against. */
function TokenCount({ summary }: Readonly<{ summary: ContextSummary }>) {
  return (
    <section className={classNames(styles['gauge'], styles['plain'])} aria-label="Tokens">
      <span className={styles['words']}>{tokensInWords(summary.tokens.total)}</span>
      <HowEstimated summary={summary} nextCount={0} />
    </section>
  );
}

function Budget({ summary }: Readonly<{ summary: ContextSummary }>) {
  const { total, limit } = summary.tokens;
  const { order, ranks, near } = useWaterline();
  const real = useRealCounts((state) => state.counts);
  const unconfirmed = useUnconfirmed();
  useFollowRealCounts();
  const next = nextBySegment(near ? order.slice(0, ranks.size) : []);
  const fullness = fullnessOf(total, limit);
  const Icon = fullness === 'roomy' ? null : icons[fullness];
  const state = stateInWords(fullness, total, limit);
  const inWords = `${countInWords(total)} of ${tokensInWords(limit)}`;
  return (
    <section className={styles['gauge']} aria-label="Token budget" data-fullness={fullness}>
      <GaugeBar summary={summary} next={next} />
      <div
        role="meter"
        aria-label="Tokens used"
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
      {real && isFarOff(total, real.total) && (
        <span className={styles['off']} role="status">
          <TriangleAlert aria-hidden /> really {tokensInWords(real.total)}
        </span>
      )}
      {unconfirmed > 0 && <span className={styles['unconfirmed']}>{shareInWords(unconfirmed, total)} unconfirmed</span>}
      <HowEstimated summary={summary} nextCount={ranks.size} unconfirmed={unconfirmed} />
    </section>
  );
}

function stateInWords(fullness: Fullness, total: number, limit: number): string {
  switch (fullness) {
    case 'roomy':
      return '';
    case 'filling':
      return 'filling up';
    case 'nearly':
      return 'nearly full';
    case 'over':
      return `${countInWords(total - limit)} over`;
  }
}

/** Tokens of entries that are not certain: what the person has not confirmed takes that much of the budget. */
function useUnconfirmed(): number {
  const context = useContextStore();
  return useMemo(
    () =>
      context.kind === 'ready'
        ? estimateOfWords(
            context.entries.reduce((sum, { confidence, words }) => sum + (confidence === 'certain' ? 0 : words), 0),
          )
        : 0,
    [context],
  );
}

/** The estimate is a rule of thumb, and says so. */
type HowEstimatedProps = Readonly<{ summary: ContextSummary; nextCount: number; unconfirmed?: number }>;

function HowEstimated({ summary, nextCount, unconfirmed = 0 }: HowEstimatedProps) {
  const { words, total, limit } = summary.tokens;
  const real = useRealCounts((state) => state.counts);
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton name="How this is estimated" />}>
        <CircleHelp aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={menu['positioner'] ?? ''} align="end" sideOffset={4}>
          <Popover.Popup className={classNames(menu['popup'], menu['popover'], styles['about'])}>
            <Popover.Title className={styles['title'] ?? ''}>How this is estimated</Popover.Title>
            <Popover.Description render={<div />}>
              <p>
                {countInWords(words)} words × 1.3 = {tokensInWords(total)}.
                {!isOtherFormat(summary) && ' The same rule decides what is archived.'}
              </p>
              <p>
                It is a rule of thumb, good for English prose. Languages written without spaces, long numbers and code
                cost more than it says.
              </p>
              {real && (
                <p>
                  A real tokenizer, that of GPT models, counts {tokensInWords(real.total)}:{' '}
                  {isFarOff(total, real.total) ? 'more than a quarter off.' : 'close enough.'}
                </p>
              )}
              {unconfirmed > 0 && (
                <p>
                  {tokensInWords(unconfirmed)} are of entries that are not certain: what you have not confirmed takes{' '}
                  {shareInWords(unconfirmed, total)}.
                </p>
              )}
              {!isOtherFormat(summary) && (
                <p>
                  {nextCount > 0
                    ? 'When space is needed, the oldest insights leave first, then the oldest patterns. Hatched is what goes next.'
                    : 'Nothing would leave by itself: only insights and patterns do, and none of them may.'}
                </p>
              )}
              {!isOtherFormat(summary) && total > limit && <p>Over the limit your assistant may not read all of it.</p>}
            </Popover.Description>
            {!isOtherFormat(summary) && <SegmentTable summary={summary} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
