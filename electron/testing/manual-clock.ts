import type { Clock } from '#engine/ports.ts';

/** A clock that moves only when a test moves it. */
export type ManualClock = Clock & {
  /** Advances by `ms`; due work runs in order, each at its own time, with its consequences. */
  advance(ms: number): Promise<void>;
  /** Moves to a day, `YYYY-MM-DD`, at noon local time; runs nothing. */
  setDay(day: string): void;
  /** Number of waiting pieces of work. */
  pending(): number;
};

export function createManualClock(day = '2026-01-16'): ManualClock {
  let time = noonOf(day);
  let order = 0;
  const waiting = new Map<number, { readonly at: number; readonly work: () => void }>();

  function nextDue(until: number): number | null {
    let found: number | null = null;
    for (const [id, { at }] of waiting) {
      const best = found === null ? Number.POSITIVE_INFINITY : (waiting.get(found)?.at ?? 0);
      if (at <= until && at < best) {
        found = id;
      }
    }
    return found;
  }

  return {
    now: () => time,
    today: () => dayOf(new Date(time)),
    after: (ms, work) => {
      order += 1;
      const id = order;
      waiting.set(id, { at: time + ms, work });
      return () => {
        waiting.delete(id);
      };
    },
    advance: async (ms) => {
      const until = time + ms;
      await settled();
      for (let id = nextDue(until); id !== null; id = nextDue(until)) {
        const due = waiting.get(id);
        waiting.delete(id);
        time = Math.max(time, due?.at ?? time);
        due?.work();
        await settled();
      }
      time = until;
    },
    setDay: (next) => {
      time = noonOf(next);
    },
    pending: () => waiting.size,
  };
}

/** Lets already resolved promises continue, several levels deep. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}

function noonOf(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

function dayOf(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
