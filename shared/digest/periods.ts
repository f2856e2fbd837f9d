import { addDays } from '../text/dates.ts';
import type { DigestPeriod } from './digest.ts';

export const weekDays = 7;

/** Week that ends today, or that many weeks earlier. */
export function weekBefore(today: string, weeks = 0): DigestPeriod {
  const before = addDays(today, 1 - weeks * weekDays);
  return { from: addDays(before, -weekDays), before };
}

export const lastDayOf = ({ before }: DigestPeriod): string => addDays(before, -1);
