import { expect, test } from 'vitest';
import { createFinding, type FindMatches } from './finding.ts';

/** Search in a conversation of items 0, 10, 20 …, three in each answer. */
function conversation(items: number, hits: readonly number[]) {
  const all = Array.from({ length: items }, (_, index) => index * 10);
  const asked: (readonly [number | null, 'forward' | 'back'])[] = [];
  const waiting: (() => void)[] = [];
  const ask = async (from: number | null, direction: 'forward' | 'back') => {
    asked.push([from, direction]);
    await new Promise<void>((resolve) => waiting.push(resolve));
    const ahead =
      direction === 'forward'
        ? all.filter((at) => at >= (from ?? 0)).slice(0, 3)
        : all.filter((at) => at < (from ?? Number.POSITIVE_INFINITY)).slice(-3);
    const edge = direction === 'forward' ? (ahead.at(-1) ?? 0) + 10 : (ahead[0] ?? 0);
    const isEnd = direction === 'forward' ? edge >= items * 10 : edge <= 0;
    return {
      hits: ahead.filter((at) => hits.includes(at)).map((at) => ({ at, blocks: [0] })),
      looked: ahead.length,
      next: isEnd ? null : edge,
    };
  };
  /** Waits for one answer. */
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    for (let turn = 0; turn < 10; turn++) {
      await Promise.resolve();
    }
  };
  return { ask, answer, asked };
}

function begin(items: number, hits: readonly number[], at: number | null, direction: 'forward' | 'back') {
  const { ask, answer, asked } = conversation(items, hits);
  const told: FindMatches[] = [];
  const finding = createFinding(ask, at, direction, (found) => told.push(found));
  const last = () => told.at(-1);
  return { finding, answer, asked, last };
}

test('begins at the reader’s place, reports matches as it goes, and wraps around to the rest', async () => {
  const { finding, answer, asked, last } = begin(9, [0, 40, 70], 30, 'forward');
  await answer();
  expect(last()).toMatchObject({ hits: [{ at: 40 }], looked: 3, state: 'looking' });
  await answer();
  expect(last()?.hits.map(({ at }) => at)).toEqual([40, 70]);
  await answer();
  expect(last()).toMatchObject({ looked: 9, state: 'done' });
  expect(last()?.hits.map(({ at }) => at)).toEqual([0, 40, 70]);
  expect(asked.map(([from]) => from)).toEqual([30, 60, null]);
  expect(finding.next(30, 'forward')?.at).toBe(40);
  expect(finding.next(70, 'forward')?.at).toBe(0);
  expect(finding.next(0, 'back')?.at).toBe(70);
});

test('finds the last match at once, backwards from the end', async () => {
  const { finding, answer, last } = begin(9, [0, 40, 70], null, 'back');
  await answer();
  expect(finding.next(80, 'back')?.at).toBe(70);
  expect(finding.next(70, 'back')).toBe('unknown');
  expect(finding.next(70, 'forward')).toBe('unknown');
  await answer();
  expect(finding.next(70, 'back')?.at).toBe(40);
  await answer();
  expect(last()).toMatchObject({ looked: 9, state: 'done' });
  expect(finding.next(70, 'forward')?.at).toBe(0);
});

test('skips no part it has not searched', async () => {
  const { finding, answer } = begin(12, [20, 70], 60, 'back');
  await answer();
  await answer();
  expect(finding.next(60, 'back')?.at).toBe(20);
  expect(finding.next(60, 'forward')).toBe('unknown');
  await answer();
  expect(finding.next(60, 'forward')).toBe('unknown');
  await answer();
  expect(finding.next(60, 'forward')?.at).toBe(70);
});

test('stops on request, keeps its matches, and continues from there', async () => {
  const { finding, answer, asked, last } = begin(9, [10, 50], null, 'forward');
  await answer();
  finding.stop();
  await answer();
  expect(last()).toMatchObject({ hits: [{ at: 10 }], looked: 3, state: 'stopped' });
  expect(finding.next(10, 'forward')?.at).toBe(10);
  finding.goOn();
  await answer();
  await answer();
  expect(last()).toMatchObject({ looked: 9, state: 'done' });
  expect(last()?.hits.map(({ at }) => at)).toEqual([10, 50]);
  expect(asked.filter(([from]) => from === 30)).not.toHaveLength(0);
});

test('finds nothing if there is nothing, and reports a problem', async () => {
  const { finding, answer } = begin(3, [], null, 'forward');
  await answer();
  expect(finding.next(0, 'forward')).toBe(null);

  const told: FindMatches[] = [];
  createFinding(
    () => Promise.reject(new Error('It is gone.')),
    null,
    'forward',
    (found) => told.push(found),
  );
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(told.at(-1)).toMatchObject({ state: 'stopped', problem: { message: expect.any(String) } });
});
