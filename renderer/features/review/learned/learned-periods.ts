import { addDays } from '#shared/text/dates.ts';
import type { SectionBar } from '../../../entries/chart/section-bars.tsx';
import type { CategoryOrUnsorted } from '../../../wording/names.ts';

type DatedEntry = {
  readonly category: CategoryOrUnsorted | null;
  readonly date: string | null;
  readonly archivedDate?: string | null;
};

/** A week or a month: entries learned in it, by section, and the number of entries at its end. */
export type LearnedPeriod = SectionBar & {
  /** Its first day, and the first day after it. */
  readonly from: string;
  readonly before: string;
  readonly known: number;
};

export type PeriodKind = 'week' | 'month';

/** Half a year of weeks, two years of months. */
const shown: Readonly<Record<PeriodKind, number>> = { week: 26, month: 24 };

/** Latest weeks or months, earliest first, without gaps. Undated entries count as there before; deleted ones are unknown. */
export function learnedPeriods(
  entries: readonly DatedEntry[],
  archived: readonly DatedEntry[],
  today: string,
  kind: PeriodKind,
): readonly LearnedPeriod[] {
  const starts = startsOf(today, kind);
  const first = starts[0] ?? today;
  const ends = [...starts.slice(1), nextOf(starts.at(-1) ?? today, kind)];
  const periods = starts.map((from, index) => ({
    from,
    before: ends[index] ?? from,
    counts: { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 },
    total: 0,
    left: 0,
  }));
  const at = (day: string): number => periods.findLastIndex(({ from }) => from <= day);
  let known = 0;
  for (const { category, date } of [...entries, ...archived]) {
    const period = date === null || date < first ? undefined : periods[at(date)];
    if (period) {
      period.counts[category ?? 'unsorted']++;
      period.total++;
    } else {
      known++;
    }
  }
  for (const { date, archivedDate } of archived) {
    const left = archivedDate ?? date ?? first;
    const period = left < first ? undefined : periods[at(left)];
    if (period) {
      period.left++;
    } else {
      known--;
    }
  }
  return periods.map(({ left, ...period }) => {
    known += period.total - left;
    return { ...period, period: period.from, known };
  });
}

function startsOf(today: string, kind: PeriodKind): string[] {
  const starts = [startOf(today, kind)];
  while (starts.length < shown[kind]) {
    starts.unshift(startOf(addDays(starts[0] ?? today, -1), kind));
  }
  return starts;
}

/** Monday of a day's week, or the first of its month. */
function startOf(day: string, kind: PeriodKind): string {
  if (kind === 'month') {
    return `${day.slice(0, 7)}-01`;
  }
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const nextOf = (start: string, kind: PeriodKind): string =>
  kind === 'week' ? addDays(start, 7) : startOf(addDays(start, 31), 'month');
