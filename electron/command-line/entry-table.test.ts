import { expect, test } from 'vitest';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { fullnessLine } from './entry-table.ts';

const summary = (tokens: Pick<ContextSummary['tokens'], 'measure' | 'total' | 'limit'>, entryCount: number) => ({
  tokens: { problem: null, weight: 0, words: 0, segments: [], ...tokens },
  entryCount,
});

test('how full it is, and that it was counted where it was', () => {
  expect(fullnessLine(summary({ measure: 'estimate', total: 900, limit: 2000 }, 12))).toBe(
    '900 of 2000 tokens (45 %) in 12 entries',
  );
  expect(fullnessLine(summary({ measure: 'count', total: 2100, limit: 2000 }, 1))).toBe(
    '2100 of 2000 tokens (105 %, counted) in 1 entry',
  );
});
