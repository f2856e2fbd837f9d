import { expect, test } from 'vitest';
import type { OutlineItem } from '#shared/contract/features/conversations.ts';
import { contextBars } from './context-chart.tsx';

const answer = (at: number, input: number, others: Partial<OutlineItem> = {}): OutlineItem => ({
  at,
  kind: 'message',
  author: 'assistant',
  id: null,
  parent: null,
  time: null,
  usage: { input, cacheRead: 100, cacheWrite: 10, output: 1000 },
  marks: [],
  compaction: null,
  turns: null,
  tokens: 5,
  prints: [],
  begins: null,
  ...others,
});

test('gives each answer a bar for its input, without that of sub-agents', () => {
  const outline = [
    answer(0, 0, { usage: null, author: 'person' }),
    answer(1, 1000),
    answer(2, 9000, { marks: ['side'] }),
    answer(3, 0, { usage: null, kind: 'compaction' }),
    answer(4, 200),
  ];
  expect(contextBars(outline)).toEqual([
    { at: 1, time: null, tokens: 1110, isCompacted: false },
    { at: 3, time: null, tokens: 0, isCompacted: true },
    { at: 4, time: null, tokens: 310, isCompacted: false },
  ]);
  expect(contextBars([])).toEqual([]);
});

test('merges many answers into bars with their maximum, and loses no compaction', () => {
  const outline = Array.from({ length: 1000 }, (_, at) => answer(at, at));
  outline[500] = answer(500, 0, { kind: 'compaction', usage: null });
  const bars = contextBars(outline);
  expect(bars.length).toBeLessThanOrEqual(60);
  expect(bars.filter(({ isCompacted }) => isCompacted)).toHaveLength(1);
  expect(bars.at(-1)?.tokens).toBe(1109);
});
