import type { Clock, Lock } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';

export type MemoryLock = Lock & {
  /** Takes the lock as another program would; returns the function to release it. */
  holdFromOutside(path: string): () => void;
};

type Waiting = { go(): void };

/** A lock between all users of this object. Waits 5 s by the given clock. */
export function createMemoryLock(clock: Clock): MemoryLock {
  const held = new Set<string>();
  const lines = new Map<string, Waiting[]>();

  function take(path: string): Promise<void> {
    if (!held.has(path)) {
      held.add(path);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const line = lines.get(path) ?? [];
      lines.set(path, line);
      const waiting: Waiting = {
        go: () => {
          cancel();
          resolve();
        },
      };
      const cancel = clock.after(5000, () => {
        line.splice(line.indexOf(waiting), 1);
        reject(
          new ContextureError(
            'busy',
            'Another program is changing this memory right now. Nothing was changed. Wait a moment, then try again.',
            { path },
            { retry: true },
          ),
        );
      });
      line.push(waiting);
    });
  }

  function release(path: string): void {
    const next = lines.get(path)?.shift();
    if (next === undefined) {
      held.delete(path);
    } else {
      next.go();
    }
  }

  return {
    hold: async (path, work) => {
      const hasWaited = held.has(path);
      await take(path);
      try {
        return await work({ tookOver: false, hasWaited });
      } finally {
        release(path);
      }
    },
    holdFromOutside: (path) => {
      if (held.has(path)) {
        throw new Error(`${path} is held already`);
      }
      held.add(path);
      return () => release(path);
    },
  };
}
