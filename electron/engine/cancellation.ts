import type { CallContext } from '#shared/contract/wire/service.ts';
import type { Clock } from './ports.ts';

/** Progress of long work, and whether it was cancelled. */
export type CancellationToken = Pick<CallContext, 'progress' | 'cancelled'>;
export const neverCancelled: CancellationToken = { progress: () => undefined, cancelled: () => false };

/** Milliseconds that long work goes on before others have their turn. */
const sliceMs = 12;

/** Returns a function for long work to call repeatedly, which lets others have their turn every few milliseconds. */
export function createBreaks(clock: Pick<Clock, 'now' | 'after'>): () => Promise<void> {
  let since = clock.now();
  return async () => {
    if (clock.now() - since > sliceMs) {
      await new Promise<void>((resolve) => clock.after(0, resolve));
      since = clock.now();
    }
  };
}
