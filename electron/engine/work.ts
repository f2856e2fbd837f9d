import type { CallContext } from '#shared/contract/wire/service.ts';
import type { Clock } from './ports.ts';

/** How far long work is, and whether anyone still wants it. */
export type Work = Pick<CallContext, 'progress' | 'cancelled'>;
export const quietly: Work = { progress: () => undefined, cancelled: () => false };

/** So long work goes on before others have their turn, in milliseconds. */
const sliceMs = 12;

/** Asked again and again by long work: waits until others had their turn, once it has gone on for a while. */
export function createBreaks(clock: Pick<Clock, 'now' | 'after'>): () => Promise<void> {
  let since = clock.now();
  return async () => {
    if (clock.now() - since > sliceMs) {
      await new Promise<void>((resolve) => clock.after(0, resolve));
      since = clock.now();
    }
  };
}
