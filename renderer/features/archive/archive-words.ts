import { inThreeLetters, locale, monthInWords } from '../../wording/dates.ts';
import { once } from '../../wording/once.ts';

const shortMonth = once(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }));

/** "2026", "March 2026"; `undated` is "Without a date". */
export function periodInWords(period: string): string {
  if (period === 'undated') {
    return 'Without a date';
  }
  return period.length === 4 ? period : monthInWords(period);
}

/** `2026-03` → "Mar". */
export const shortMonthInWords = (month: string): string =>
  inThreeLetters(shortMonth().format(Date.parse(`${month}-01T00:00:00Z`)));

export function reasonInWords(reason: string): string {
  return reason === 'size_management'
    ? 'archived automatically'
    : reason === 'user_request'
      ? 'archived by you'
      : reason;
}
