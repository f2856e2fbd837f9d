import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leavesSoon, leavingNext, leavingOrder, mayLeave, planArchive, type Room, roomBefore } from './archive-plan.ts';
import { type Category, type Confidence, noFlags } from './entry.ts';
import { type MeasureName, measureOfWeighed } from './measure.ts';

const today = '2026-11-21';
type Facts = {
  category?: Category | null;
  confidence?: Confidence;
  date?: string | null;
  weight?: number;
  flags?: Partial<typeof noFlags>;
};
let made = 0;
function entry({
  category = 'insight',
  confidence = 'tentative',
  date = '2026-01-01',
  weight = 10,
  flags = {},
}: Facts) {
  return { name: made++, category, confidence, date, weight, flags: { ...noFlags, ...flags } };
}

describe('the size rule may archive', () => {
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

test('archives insights before patterns, oldest first, in file order on ties, undated ones as old as the file', () => {
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

const room = (weight: number, limit: number, name: MeasureName = 'estimate'): Room<{ readonly weight: number }> => ({
  weight,
  limit,
  measure: measureOfWeighed(name),
});

describe('planArchive', () => {
  const order = [entry({}), entry({}), entry({})];

  test('archives only as many as needed; a memory equal to its limit is not over it', () => {
    const leavingAt = (limits: readonly number[], name: MeasureName): number[] =>
      limits.map((limit) => planArchive(order, room(110, limit, name)).leaving.length);
    expect(leavingAt([143, 142, 130, 129], 'estimate')).toEqual([0, 1, 1, 2]);
    expect(leavingAt([110, 109, 100, 99], 'count')).toEqual([0, 1, 1, 2]);
  });

  test('reports a memory over its limit with nothing left to archive', () => {
    expect(planArchive(order, room(110, 50))).toMatchObject({ staysOver: true, tokensAfter: 104 });
    expect(planArchive(order, room(110, 50, 'count'))).toMatchObject({ staysOver: true, tokensAfter: 80 });
  });
});

test('the waterline marks entries over the limit, else those a little more would push out', () => {
  const order = [entry({ weight: 40 }), entry({ weight: 40 }), entry({ weight: 40 }), entry({ weight: 40 })];
  expect(leavingNext(order, room(1700, 2000))).toEqual(planArchive(order, room(1700, 2000)).leaving);
  expect(leavingNext(order, room(1000, 2000))).toHaveLength(2);
  expect(leavingNext(order, room(1000, 2000, 'count'))).toHaveLength(3);
  expect(leavingNext([], room(1000, 2000))).toHaveLength(0);
});

test('computes how much can be learned before an entry leaves', () => {
  const order = [entry({}), entry({})];
  expect(roomBefore(order, 0, room(1000, 2000))).toBe(700);
  expect(roomBefore(order, 1, room(1000, 2000))).toBe(713);
  expect(roomBefore(order, 1, room(1000, 2000, 'count'))).toBe(1010);
});

test('an entry leaves soon if a twentieth of the limit more would push it out', () => {
  const order = [entry({}), entry({})];
  expect(leavesSoon(order, 0, room(1900, 2000, 'count'))).toBe(false);
  expect(leavesSoon(order, 0, room(1901, 2000, 'count'))).toBe(true);
  expect(leavesSoon(order, 1, room(1910, 2000, 'count'))).toBe(false);
  expect(leavesSoon(order, 1, room(1911, 2000, 'count'))).toBe(true);
});

test.each<MeasureName>(['estimate', 'count'])(
  'measured by the %s, the entries that leave next agree with the room',
  (name) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 100, max: 700 }),
        (weights, others, limit) => {
          const order = weights.map((weight) => entry({ weight }));
          const within = room(others + weights.reduce((sum, weight) => sum + weight, 0), limit, name);
          const { leaving, tokensAfter, staysOver } = planArchive(order, within);
          // It fits afterwards, and would not if the last one stayed.
          expect(staysOver).toBe(tokensAfter > limit);
          expect(staysOver && leaving.length < order.length).toBe(false);
          for (const [rank] of leaving.entries()) {
            expect(roomBefore(order, rank, within)).toBeLessThan(0);
          }
          const next = leavingNext(order, within);
          expect(next.slice(0, leaving.length)).toEqual(leaving);
          if (leaving.length === 0) {
            expect(
              order.filter((_, rank) => leavesSoon(order, rank, within)).every((each) => next.includes(each)),
            ).toBe(true);
          }
        },
      ),
      { seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121) },
    );
  },
);
