import type { Clock } from '#engine/ports.ts';

/** Waiting inside the ports: unlike {@link Clock.after} it keeps the process alive, because a caller awaits it. */
export type Timing = { now(): number; wait(ms: number): Promise<void> };

export const systemTiming: Timing = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export function localDay(date: Date): string {
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
