import type { ArchiveMonth } from '#shared/contract/features/archive.ts';
import { countedSections, type SectionBar, SectionLegend } from '../../entries/chart/section-bars.tsx';
import styles from '../../entries/chart/section-chart.module.css';
import { SectionChart } from '../../entries/chart/section-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import { inThreeLetters, locale, monthInWords } from '../../wording/dates.ts';
import type { CategoryOrUnsorted } from '../../wording/names.ts';
import { once } from '../../wording/once.ts';
import { archiveBars, isInBar } from './archive-periods.ts';
import { showPeriod, useArchive } from './archive-store.ts';

type ArchiveChartProps = Readonly<{
  months: readonly ArchiveMonth[];
  /** True if the chart explains its colours, when no filters above do. */
  hasLegend: boolean;
}>;

export function ArchiveChart({ months, hasLegend }: ArchiveChartProps) {
  const period = useArchive((state) => state.period);
  const bars = archiveBars(months, period);
  /** True if these are the months of one of several years. */
  const isDrilled = bars[0]?.period.length !== archiveBars(months, null)[0]?.period.length;
  const undated = months.find(({ month }) => month === null);
  return (
    <SectionChart
      label="Archive over time"
      barsLabel="Periods. Left and right arrow move, Enter shows what was archived then."
      bars={bars}
      nameOf={(bar) => periodInWords(bar.period)}
      periodHead="Archived in"
      trail={
        <>
          <Trail period={period} />
          {undated && sumOf(undated) > 0 && period !== 'undated' && (
            <Button look="link" onClick={() => showPeriod('undated')}>
              Without a date: {countInWords(sumOf(undated))}
            </Button>
          )}
        </>
      }
      legend={(pointed) => pointed === undefined && hasLegend && <SectionLegend bars={bars} />}
      tickOf={(index) => ({ text: tickOf(bars, index), shown: labelled(bars, index) })}
      isPressed={(bar) => bar.period === period}
      isLeftOut={(bar) => !isShown(bar.period, period)}
      onPress={(bar) => showPeriod(period !== bar.period ? bar.period : isDrilled ? bar.period.slice(0, 4) : null)}
      onShow={(bar) => showPeriod(bar.period)}
    />
  );
}

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

function isShown(bar: string, period: string | null): boolean {
  return period === null || isInBar(bar, period) || isInBar(period, bar);
}

/** Most names of years or months that fit beside each other; the style sheet defines what is narrow. */
const maxLabels = { wide: { years: 18, months: 18 }, narrow: { years: 8, months: 12 } };

/** Widths at which a bar's label is shown: labels that would overlap are left out. */
function labelled(bars: readonly SectionBar[], index: number): 'always' | 'wide' | undefined {
  if (!isLabelled(bars, index, maxLabels.wide)) {
    return undefined;
  }
  return isLabelled(bars, index, maxLabels.narrow) ? 'always' : 'wide';
}

function isLabelled(bars: readonly SectionBar[], index: number, most: typeof maxLabels.wide): boolean {
  const isYears = bars[0]?.period.length === 4;
  const every = Math.ceil(bars.length / (isYears ? most.years : most.months));
  return isYears ? (bars.length - 1 - index) % every === 0 : every === 1 || bars[index]?.period.slice(5) === '01';
}

/** A January includes its year, unless all are of that year. */
function tickOf(bars: readonly SectionBar[], index: number): string {
  const period = bars[index]?.period ?? '';
  const isOneYear = bars[0]?.period.slice(0, 4) === bars.at(-1)?.period.slice(0, 4);
  return period.length === 4 || (period.endsWith('-01') && !isOneYear) ? period.slice(0, 4) : shortMonthInWords(period);
}

const sumOf = (counts: Readonly<Record<CategoryOrUnsorted, number>>): number =>
  countedSections.reduce((sum, category) => sum + counts[category], 0);

const shortMonth = once(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }));

/** "2026", "March 2026"; `undated` is "Without a date". */
function periodInWords(period: string): string {
  if (period === 'undated') {
    return 'Without a date';
  }
  return period.length === 4 ? period : monthInWords(period);
}

/** `2026-03` → "Mar". */
const shortMonthInWords = (month: string): string =>
  inThreeLetters(shortMonth().format(Date.parse(`${month}-01T00:00:00Z`)));
