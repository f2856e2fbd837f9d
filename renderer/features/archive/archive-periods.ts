import type { ArchiveMonth } from '#shared/contract/features/archive.ts';
import { countedSections, type SectionBar } from '../../entries/chart/section-bars.tsx';

/** A span of months longer than this is shown by years. */
const maxMonths = 36;
/** Fewest bars drawn: fewer would look like a part of something. */
const fewestBars = 12;

/** Bars of the chart, earliest first, without gaps: years, or the months of a short span or of the year of `period`. */
export function archiveBars(months: readonly ArchiveMonth[], period: string | null): readonly SectionBar[] {
  const dated = new Map(months.flatMap((month) => (month.month === null ? [] : [[month.month, month] as const])));
  const names = [...dated.keys()].sort();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const isShort = numberOf(last) - numberOf(first) < maxMonths;
  if (period !== null && period !== 'undated' && !isShort) {
    const year = `${period.slice(0, 4)}-01`;
    return monthBars(dated, numberOf(year), 12);
  }
  if (isShort) {
    const count = Math.max(fewestBars, numberOf(last) - numberOf(first) + 1);
    return monthBars(dated, numberOf(last) - count + 1, count);
  }
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const year = String(from + index).padStart(4, '0');
    return barOf(
      year,
      names.filter((name) => name.startsWith(year)).flatMap((name) => dated.get(name) ?? []),
    );
  });
}

function monthBars(dated: ReadonlyMap<string, ArchiveMonth>, from: number, count: number): readonly SectionBar[] {
  return Array.from({ length: count }, (_, index) => {
    const month = nameOf(from + index);
    const archivedThen = dated.get(month);
    return barOf(month, archivedThen ? [archivedThen] : []);
  });
}

function barOf(period: string, months: readonly ArchiveMonth[]): SectionBar {
  const counts = { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 };
  let total = 0;
  for (const month of months) {
    for (const category of countedSections) {
      counts[category] += month[category];
      total += month[category];
    }
  }
  return { period, counts, total };
}

/** Months since the year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

function nameOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

export function isInBar(bar: string, period: string | null): boolean {
  return period === bar || period?.startsWith(`${bar}-`) === true;
}
