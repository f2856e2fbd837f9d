import { useMemo } from 'react';
import { amountInWords } from '#shared/entries/measure.ts';
import { countInWords } from '#shared/text/counts.ts';
import { useContextStore } from '../../api/context-store.ts';

/** How much room there is in the memory. Where nobody says how much fits, anything does. */
export type Room = {
  /** What it would come to: "1,375 of 2,200"; "1,375 tokens" where nobody says. */
  readonly inWords: (total: number) => string;
  /** The same by itself, with what is counted: "1,375 of 2,200 tokens". */
  readonly inFull: (total: number) => string;
  readonly isOver: (total: number) => boolean;
};

export function useRoom(): Room {
  const limit = useContextStore((context) => (context.kind === 'ready' ? context.summary.tokens.limit : null));
  const measure = useContextStore((context) =>
    context.kind === 'ready' ? context.summary.tokens.measure : 'estimate',
  );
  const hasBudget = useContextStore(
    (context) => context.kind === 'ready' && context.summary.capabilities.budget !== null,
  );
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
