import { describe, expect, test } from 'vitest';
import { leavingNext, leavingOrder, mayLeave, planArchive, roomBefore } from './archive-plan.ts';
import { type Category, type Confidence, noFlags } from './entry.ts';

const today = '2026-11-21';
type Facts = {
  category?: Category | null;
  confidence?: Confidence;
  date?: string | null;
  words?: number;
  flags?: Partial<typeof noFlags>;
};
let made = 0;
function entry({ category = 'insight', confidence = 'tentative', date = '2026-01-01', words = 10, flags = {} }: Facts) {
  return { name: made++, category, confidence, date, words, flags: { ...noFlags, ...flags } };
}

describe('what the size rule may archive', () => {
  test.each<[string, Facts, boolean]>([
    ['an insight', {}, true],
    ['a pattern', { category: 'pattern', confidence: 'likely' }, true],
    ['a preference', { category: 'preference', confidence: 'tentative' }, false],
    ['a fact', { category: 'fact', confidence: 'tentative' }, false],
    ['an unsorted entry', { category: null }, false],
    ['a confirmed insight', { confidence: 'certain' }, false],
    ['a pinned insight', { flags: { pinned: true } }, false],
    ['an insight protected until today', { flags: { until: today } }, false],
    ['an insight protected until yesterday', { flags: { until: '2026-11-20' } }, true],
  ])('%s: %s', (_, facts, expected) => {
    expect(mayLeave(entry(facts), today)).toBe(expected);
  });
});

test('insights leave before patterns, oldest first, in file order on ties, undated ones as old as the file', () => {
  const entries = [
    entry({ category: 'pattern', date: '2020-01-01' }),
    entry({ date: '2026-03-01' }),
    entry({ date: null }),
    entry({ date: '2026-01-01' }),
    entry({ date: '2026-03-01' }),
  ];
  const order = leavingOrder(entries, today, '2026-02-01');
  expect(order.map((each) => entries.indexOf(each))).toEqual([3, 2, 1, 4, 0]);
});

describe('planArchive', () => {
  const order = [entry({ words: 10 }), entry({ words: 10 }), entry({ words: 10 })];

  test('takes as many as needed and no more; equal to the limit is not over it', () => {
    expect(planArchive(order, 110, 143).leaving).toHaveLength(0);
    expect(planArchive(order, 110, 142).leaving).toHaveLength(1);
    expect(planArchive(order, 110, 130).leaving).toHaveLength(1);
    expect(planArchive(order, 110, 129).leaving).toHaveLength(2);
  });

  test('says when it stays over with nothing left to archive', () => {
    expect(planArchive(order, 110, 50)).toMatchObject({ staysOver: true, tokensAfter: 104 });
  });
});

test('the waterline names what is over the limit, else what a little more would push out', () => {
  const order = [entry({ words: 40 }), entry({ words: 40 }), entry({ words: 40 }), entry({ words: 40 })];
  expect(leavingNext(order, 1700, 2000)).toEqual(planArchive(order, 1700, 2000).leaving);
  expect(leavingNext(order, 1000, 2000)).toHaveLength(2);
  expect(leavingNext([], 1000, 2000)).toHaveLength(0);
});

test('says how much can be learned before an entry leaves', () => {
  const order = [entry({ words: 10 }), entry({ words: 10 })];
  expect(roomBefore(order, 0, 1000, 2000)).toBe(700);
  expect(roomBefore(order, 1, 1000, 2000)).toBe(713);
});
