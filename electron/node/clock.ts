import type { Clock } from '#engine/ports.ts';

/** Waiting inside the ports: unlike {@link Clock.after} it keeps the process alive, because a caller awaits it. */
export type Timing = {
  /** Milliseconds since 1970, to be compared with times of files. */
  now(): number;
  /** Milliseconds since some moment, which go on evenly where a clock is set: what a wait is measured by. */
  elapsed(): number;
  wait(ms: number): Promise<void>;
};

export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

function localDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

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
