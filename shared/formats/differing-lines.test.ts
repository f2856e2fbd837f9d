import { expect, test } from 'vitest';
import { differingLines } from './differing-lines.ts';

test('keeps stretches of differing lines apart', () => {
  const before = 'a: 1\nb: same\nc: 1\n\n<<<<<<< HEAD\n- one\n=======\n- two\n>>>>>>> theirs\n- end\n';
  const after = 'a: 2\nb: same\nc: 2\n\n- one\n- two\n- end\n';
  expect(differingLines(before, after)).toEqual([
    { from: 0, was: 'a: 1\n', is: 'a: 2\n' },
    { from: 13, was: 'c: 1\n', is: 'c: 2\n' },
    { from: 19, was: '<<<<<<< HEAD\n', is: '' },
    { from: 38, was: '=======\n', is: '' },
    { from: 52, was: '>>>>>>> theirs\n', is: '' },
  ]);
});

test('finds no difference in equal texts', () => {
  expect(differingLines('a\nb\n', 'a\nb\n')).toEqual([]);
});
