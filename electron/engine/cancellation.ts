import type { CallContext } from '#shared/contract/wire/service.ts';
import type { Clock } from './ports.ts';

/** Progress of long work, and whether it was cancelled. */
export type CancellationToken = Pick<CallContext, 'progress' | 'cancelled'>;
export const neverCancelled: CancellationToken = { progress: () => undefined, cancelled: () => false };

/** Milliseconds that long work goes on before others have their turn. */
const sliceMs = 12;

/**
 * Returns a function for long work to call at each step. Every few milliseconds it gives a promise to wait for, so that
 * others have their turn, otherwise null: waiting at each step would cost more than the steps.
 */
export function createBreaks(clock: Pick<Clock, 'now' | 'after'>): () => Promise<void> | null {
  let since = clock.now();
  return () => {
    if (clock.now() - since <= sliceMs) {
      return null;
    }
    return new Promise<void>((resolve) => clock.after(0, resolve)).then(() => {
      since = clock.now();
    });
  };
}
