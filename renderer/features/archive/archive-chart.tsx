import { Table2 } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ArchiveMonth } from '#shared/contract/features/archive.ts';
import { categories } from '#shared/entries/entry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { sectionLabels } from '../../wording/names.ts';
import styles from './archive-chart.module.css';
import { barsOf, countedSections, isInBar, type PeriodBar } from './archive-periods.ts';
import { showPeriod, useArchive } from './archive-store.ts';
import { periodInWords, shortMonthInWords } from './archive-words.ts';

/** When entries went to the archive: a bar for each year or month, each of which narrows the list to it. */
export function ArchiveChart({ months }: Readonly<{ months: readonly ArchiveMonth[] }>) {
  const period = useArchive((state) => state.period);
  const [asTable, setAsTable] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const bars = barsOf(months, period);
  const isDrilled = bars[0]?.period.length !== barsOf(months, null)[0]?.period.length;
  const undated = months.find(({ month }) => month === null);
  const about = bars.find((bar) => bar.period === pointed);
  return (
    <section className={styles['chart']} aria-label="Archive over time" data-chart>
      <div className={styles['head']}>
        <Trail period={period} />
        {undated && sumOf(undated) > 0 && period !== 'undated' && (
          <Button look="link" onClick={() => showPeriod('undated')}>
            Without a date: {countInWords(sumOf(undated))}
          </Button>
        )}
        <p className={styles['about']}>{about ? <Breakdown bar={about} /> : <Legend bars={bars} />}</p>
        <IconButton
          name={asTable ? 'Show as a chart' : 'Show as a table'}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 aria-hidden />
        </IconButton>
      </div>
      {asTable ? (
        <PeriodTable bars={bars} />
      ) : (
        <Bars bars={bars} period={period} isDrilled={isDrilled} onPoint={setPointed} />
      )}
    </section>
  );
}

/** Where in time the list is, and the ways out again. */
function Trail({ period }: Readonly<{ period: string | null }>) {
  const year = period !== null && /^\d{4}-/.test(period) ? period.slice(0, 4) : null;
  const trail = [null, year, period].filter((part, index) => index === 0 || part !== null);
  return (
    <nav className={styles['trail']} aria-label="Time shown">
      {trail.map((part) => (
        <span key={part ?? ''}>
          <Button look="link" {...(part === period ? { 'aria-current': 'true' } : {})} onClick={() => showPeriod(part)}>
            {part === null
              ? 'All time'
              : part.length > 4 && year !== null
                ? shortMonthInWords(part)
                : periodInWords(part)}
          </Button>
        </span>
      ))}
    </nav>
  );
}

type BarsProps = Readonly<{
  bars: readonly PeriodBar[];
  period: string | null;
  /** Whether these are the months of one of several years. */
  isDrilled: boolean;
  onPoint: (period: string | null) => void;
}>;

function Bars({ bars, period, isDrilled, onPoint }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const [tabStop, setTabStop] = useState<string | null>(null);
  const filled = bars.filter(({ total }) => total > 0);
  const stop =
    filled.find((bar) => bar.period === tabStop) ?? filled.find((bar) => isInBar(bar.period, period)) ?? filled.at(-1);
  const list = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    // The bar that was pressed may have given way to those of its year.
    if (wasPressed.current && !list.current?.contains(document.activeElement)) {
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    }
    wasPressed.current = false;
  });
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = filled.findIndex(({ period: at }) => at === stop?.period);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: filled.length - 1 }[event.key];
    const next = to === undefined ? undefined : filled[Math.max(0, Math.min(filled.length - 1, to))];
    if (next) {
      // Home and End would go to the list's first and last entry.
      event.stopPropagation();
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-period="${next.period}"]`)?.focus();
    }
  };
  return (
    <div className={styles['plot']}>
      <span className={styles['most']} aria-hidden>
        {countInWords(most)}
      </span>
      <div
        ref={list}
        className={styles['bars']}
        role="group"
        aria-label="Periods. Left and right arrow move, Enter shows what was archived then."
        style={{ '--bars': bars.length } as CSSProperties}
        onKeyDown={step}
        onPointerLeave={() => onPoint(null)}
      >
        {bars.map((bar, index) => (
          <div key={bar.period} className={styles['slot']}>
            <button
              type="button"
              className={styles['bar']}
              data-period={bar.period}
              disabled={bar.total === 0}
              aria-pressed={bar.period === period}
              data-left-out={!isShown(bar.period, period) || undefined}
              aria-label={inWords(bar)}
              tabIndex={bar === stop ? 0 : -1}
              onClick={() => {
                wasPressed.current = true;
                showPeriod(period !== bar.period ? bar.period : isDrilled ? bar.period.slice(0, 4) : null);
              }}
              onPointerEnter={() => onPoint(bar.period)}
              onFocus={() => {
                setTabStop(bar.period);
                onPoint(bar.period);
              }}
              onBlur={() => onPoint(null)}
            >
              <span className={styles['stack']} style={{ height: `${(bar.total / most) * 100}%` }}>
                {countedSections.map(
                  (category) =>
                    bar.counts[category] > 0 && (
                      <i key={category} data-segment={category} style={{ flexGrow: bar.counts[category] }} />
                    ),
                )}
              </span>
            </button>
            <span className={styles['tick']} aria-hidden data-shown={labelled(bars, index)}>
              {tickOf(bars, index)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Whether a bar's period is shown, in part or whole. */
function isShown(bar: string, period: string | null): boolean {
  return period === null || isInBar(bar, period) || isInBar(period, bar);
}

/** The most names of years or months that find room beside each other; what is narrow is in the style sheet. */
const maxLabels = { wide: { years: 18, months: 18 }, narrow: { years: 8, months: 12 } };

/** Where a bar's label is shown: labels that would run into each other are left out. */
function labelled(bars: readonly PeriodBar[], index: number): 'always' | 'wide' | undefined {
  if (!isLabelled(bars, index, maxLabels.wide)) {
    return undefined;
  }
  return isLabelled(bars, index, maxLabels.narrow) ? 'always' : 'wide';
}

function isLabelled(bars: readonly PeriodBar[], index: number, most: typeof maxLabels.wide): boolean {
  const isYears = bars[0]?.period.length === 4;
  const every = Math.ceil(bars.length / (isYears ? most.years : most.months));
  return isYears ? (bars.length - 1 - index) % every === 0 : every === 1 || bars[index]?.period.slice(5) === '01';
}

/** A January says its year, unless all are of that year. */
function tickOf(bars: readonly PeriodBar[], index: number): string {
  const period = bars[index]?.period ?? '';
  const isOneYear = bars[0]?.period.slice(0, 4) === bars.at(-1)?.period.slice(0, 4);
  return period.length === 4 || (period.endsWith('-01') && !isOneYear) ? period.slice(0, 4) : shortMonthInWords(period);
}

const sumOf = (counts: PeriodBar['counts']): number =>
  countedSections.reduce((sum, category) => sum + counts[category], 0);

/** "March 2026: 12 entries, 10 Insights, 2 Patterns". */
function inWords({ period, total, counts }: PeriodBar): string {
  const parts = categories.flatMap((category) =>
    counts[category] > 0 ? [`${countInWords(counts[category])} ${sectionLabels[category]}`] : [],
  );
  return `${periodInWords(period)}: ${[entriesInWords(total), ...parts].join(', ')}`;
}

function Breakdown({ bar }: Readonly<{ bar: PeriodBar }>) {
  return (
    <>
      <strong>{periodInWords(bar.period)}</strong>
      <Legend bars={[bar]} />
    </>
  );
}

function Legend({ bars }: Readonly<{ bars: readonly PeriodBar[] }>) {
  return countedSections.map((category) => {
    const count = bars.reduce((sum, bar) => sum + bar.counts[category], 0);
    return (
      count > 0 && (
        <span key={category} className={styles['key']}>
          <i data-segment={category} aria-hidden />
          {category === 'unsorted' ? 'Entries' : sectionLabels[category]} {countInWords(count)}
        </span>
      )
    );
  });
}

function PeriodTable({ bars }: Readonly<{ bars: readonly PeriodBar[] }>) {
  const filled = bars.filter(({ total }) => total > 0).reverse();
  const shown = categories.filter((category) => filled.some(({ counts }) => counts[category] > 0));
  return (
    <div className={styles['tableScroller']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Archived in</th>
            <th scope="col">Entries</th>
            {shown.map((category) => (
              <th key={category} scope="col">
                {sectionLabels[category]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map(({ period, total, counts }) => (
            <tr key={period}>
              <th scope="row">
                <Button look="link" onClick={() => showPeriod(period)}>
                  {periodInWords(period)}
                </Button>
              </th>
              <td>{countInWords(total)}</td>
              {shown.map((category) => (
                <td key={category}>{countInWords(counts[category])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
