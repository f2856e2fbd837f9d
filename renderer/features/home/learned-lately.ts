import type { EntryView } from '#shared/contract/features/memory.ts';
import { daysBetween } from '../../wording/dates.ts';

const week = 7;

/** Entries learned in the last seven days, the latest first; undated ones may be older. */
export function learnedLately<E extends Pick<EntryView, 'date'>>(entries: readonly E[], today: string): readonly E[] {
  const daysAgo = ({ date }: E): number | null => (date === null ? null : daysBetween(date, today));
  return entries
    .filter((entry) => {
      const days = daysAgo(entry);
      return days !== null && days >= 0 && days < week;
    })
    .toSorted((one, other) => (daysAgo(one) ?? 0) - (daysAgo(other) ?? 0));
}
