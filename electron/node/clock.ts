import type { Clock } from '#engine/ports.ts';
import { dayOfMoment } from '#shared/text/dates.ts';

export type TimerSettings = typeof systemTiming;

/** Waiting inside the ports: unlike {@link Clock.after} it keeps the process alive, because a caller awaits it. */
export const systemTiming = {
  /** Milliseconds since 1970, comparable with file times. */
  now: (): number => Date.now(),
  /** Milliseconds since some moment, unaffected when someone sets the clock. Used to measure waits. */
  elapsed: (): number => performance.now(),
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};

const two = (n: number): string => String(n).padStart(2, '0');

/** `YYYY-MM-DD` of the local calendar. */
export const localDay = (date: Date): string => dayOfMoment(date.getTime());

/** `YYYY-MM-DD HH:MM` of the local calendar and clock. */
export const localMoment = (date: Date): string =>
  `${localDay(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;

/** The machine's clock. Its timers never keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  today: () => localDay(new Date()),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
