import { create } from 'zustand';
import type { DigestKind } from '#shared/digest/digest-kinds.ts';

type WeekState = {
  /** Number of weeks before the one that ends today. */
  readonly weeks: number;
  /** Only day shown; null for all of the week. */
  readonly day: string | null;
  /** Path of the only memory shown; null for all. */
  readonly memory: string | null;
  /** Only kind listed, and all of it; null for the latest of each. */
  readonly kind: DigestKind | null;
};

const whole = { day: null, memory: null, kind: null };

export const useWeek = create<WeekState>(() => ({ weeks: 0, ...whole }));

export const showWeek = (weeks: number): void => useWeek.setState({ weeks, day: null, kind: null });

export const showKind = (kind: DigestKind | null): void => useWeek.setState({ kind });

/** Shows one day, or the whole week again if it is that day already. */
export const toggleDay = (day: string): void =>
  useWeek.setState((state) => ({ day: state.day === day ? null : day, kind: null }));

export const showMemory = (memory: string | null): void => useWeek.setState({ memory, kind: null });

/** Shows all of the week again. @returns false if it is shown */
export function clearWeek(): boolean {
  const { day, memory, kind } = useWeek.getState();
  useWeek.setState(whole);
  return (day ?? memory ?? kind) !== null;
}
