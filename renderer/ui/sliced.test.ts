import { expect, test, vi } from 'vitest';
import { wholeOf } from '../testing/whole-of.ts';
import { eachOf, filtered, inSlices, remembering, type Sliced, sorted } from './sliced.ts';

const many = Array.from({ length: 5000 }, (_, index) => index);

test('each one is come by once, and the work can be put down in between', () => {
  const met: number[] = [];
  const work = eachOf(many, (one) => met.push(one));
  work.next();
  expect(met.length).toBeGreaterThan(0);
  expect(met.length).toBeLessThan(many.length);
  wholeOf(work);
  expect(met).toEqual(many);
});

test('what passes stays in its order', () => {
  expect(wholeOf(filtered(many, (one) => one % 1000 === 0))).toEqual([0, 1000, 2000, 3000, 4000]);
});

test.each([0, 1, 256, 257, 5000])('%i in order are as a stable sort leaves them', (count) => {
  // Many are equal, so that an order lost among equals shows.
  const all = many.slice(0, count).map((index) => ({ index, rank: (index * 7919) % 13 }));
  const compare = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  expect(wholeOf(sorted(all, compare))).toEqual(all.toSorted(compare));
});

test('work left half way is not remembered; done once, it is done again only for another reason', () => {
  let times = 0;
  const once = remembering<number>();
  function* work(): Sliced<number> {
    yield;
    times++;
    return times;
  }
  once(['a'], work).next();
  expect(wholeOf(once(['a'], work))).toBe(1);
  expect(wholeOf(once(['a'], work))).toBe(1);
  expect(wholeOf(once(['b'], work))).toBe(2);
});

test('what a slice is enough for is there at once', () => {
  // However long it takes a busy machine: no time passes.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const came: number[] = [];
  inSlices(
    filtered(many, (one) => one < 2),
    (value) => came.push(...value),
  );
  expect(came).toEqual([0, 1]);
});

test('what takes more slices comes later, and work that is left does not come', async () => {
  let ready = false;
  function* work(name: string): Sliced<string> {
    while (!ready) {
      yield;
    }
    return name;
  }
  const came: string[] = [];
  const leave = inSlices(work('left'), (name) => came.push(name));
  const last = new Promise<void>((resolve) => {
    inSlices(work('last'), (name) => {
      came.push(name);
      resolve();
    });
  });
  expect(came).toEqual([]);
  leave();
  ready = true;
  await last;
  expect(came).toEqual(['last']);
});
