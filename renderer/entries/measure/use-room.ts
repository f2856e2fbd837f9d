import { useMemo } from 'react';
import { amountInWords } from '#shared/entries/measure.ts';
import { countInWords } from '#shared/text/counts.ts';
import { useCapabilities, useContextStore, useMeasure } from '../../api/context-store.ts';

/** Room in the memory. Without a known limit, anything fits. */
export type MemoryRoom = {
  /** Total within the limit: "1,375 of 2,200"; "1,375 tokens" without a known limit. */
  readonly inWords: (total: number) => string;
  /** The same with the unit: "1,375 of 2,200 tokens". */
  readonly inFull: (total: number) => string;
  readonly isOver: (total: number) => boolean;
};

export function useRoom(): MemoryRoom {
  const { name: measure } = useMeasure();
  const hasBudget = (useCapabilities()?.budget ?? null) !== null;
  const limit = useContextStore((context) => (context.kind === 'ready' ? context.summary.tokens.limit : null));
  return useMemo(
    () =>
      limit === null || !hasBudget
        ? {
            inWords: (total) => amountInWords(total, measure),
            inFull: (total) => amountInWords(total, measure),
            isOver: () => false,
          }
        : {
            inWords: (total) => `${countInWords(total)} of ${countInWords(limit)}`,
            inFull: (total) => `${countInWords(total)} of ${amountInWords(limit, measure)}`,
            isOver: (total) => total > limit,
          },
    [limit, measure, hasBudget],
  );
}
