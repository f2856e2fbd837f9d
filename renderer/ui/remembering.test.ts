import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

test('work done once is done again only for another reason', () => {
  let times = 0;
  const once = remembering<number>();
  const work = () => ++times;
  expect(once(['a'], work)).toBe(1);
  expect(once(['a'], work)).toBe(1);
  expect(once(['b'], work)).toBe(2);
});
