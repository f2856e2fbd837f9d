import { expect, test } from 'vitest';
import {
  addSource,
  moved as listMoved,
  moveBy,
  moveSource,
  noSteps,
  removeSource,
  sameList,
  withStep,
} from './source-steps.ts';

const removed = { label: 'Removed b from the list', before: ['a', 'b'], after: ['a'] };
const moved = { label: 'Moved', before: ['a', 'c'], after: ['c', 'a'] };

test('undoes the latest change first, and redoes it', () => {
  const steps = withStep(withStep(noSteps, removed), moved);
  const first = moveSource(steps, 'undo');
  expect(first).toMatchObject({ step: moved, from: ['c', 'a'], to: ['a', 'c'] });
  const second = moveSource(first?.steps ?? noSteps, 'undo');
  expect(second).toMatchObject({ step: removed, from: ['a'], to: ['a', 'b'] });
  expect(moveSource(second?.steps ?? noSteps, 'undo')).toBeNull();
  expect(moveSource(second?.steps ?? noSteps, 'redo')).toMatchObject({ step: removed, from: ['a', 'b'], to: ['a'] });
});

test('a new change clears the redo list', () => {
  const back = moveSource(withStep(noSteps, removed), 'undo');
  expect(moveSource(withStep(back?.steps ?? noSteps, moved), 'redo')).toBeNull();
});

test.each([
  [[], [], true],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
])('%j and %j are the same list: %s', (one, other, same) => {
  expect(sameList(one, other)).toBe(same);
});

const a = { path: 'a', index: 0 };

test.each([
  ['moves on from where it is by then', moveBy(a, 1), 'bac', 'bca'],
  ['goes no further than the end', moveBy(a, 5), 'abc', 'bca'],
  ['goes no further than the beginning', moveBy(a, -1), 'abc', 'abc'],
  ['takes off one whose place is another’s by now', removeSource({ path: 'b', index: 1 }), 'bc', 'c'],
  ['takes off the one of two that was meant', removeSource({ path: 'a', index: 2 }), 'aba', 'ab'],
  ['takes nothing off where it is gone', removeSource({ path: 'x', index: 1 }), 'abc', 'abc'],
  ['moves nothing where it is gone', moveBy({ path: 'x', index: 1 }, 1), 'abc', 'abc'],
  ['puts on at the end', addSource('c'), 'ab', 'abc'],
  ['puts nothing on twice', addSource('a'), 'ab', 'ab'],
])('a change to a list that may differ from the one shown: %s', (_, change, now, expected) => {
  expect(change([...now]).join('')).toBe(expected);
});

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
])('moves the item at %i to %i', (from, to, expected) => {
  expect(listMoved(['a', 'b', 'c'], from, to).join('')).toBe(expected);
});
