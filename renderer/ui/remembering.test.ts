import { expect, test } from 'vitest';
import { remembering } from './remembering.ts';

test('repeats work only for other inputs', () => {
  let times = 0;
  const once = remembering<number>();
  const work = () => ++times;
  expect(once(['a'], work)).toBe(1);
  expect(once(['a'], work)).toBe(1);
  expect(once(['b'], work)).toBe(2);
});
