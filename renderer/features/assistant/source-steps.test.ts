import { expect, test } from 'vitest';
import { noSteps, sameList, takeStep, withStep } from './source-steps.ts';

const removed = { label: 'Took b off the list', before: ['a', 'b'], after: ['a'] };
const moved = { label: 'Moved', before: ['a', 'c'], after: ['c', 'a'] };

test('the latest is taken back first, and done again', () => {
  const steps = withStep(withStep(noSteps, removed), moved);
  const first = takeStep(steps, 'undo');
  expect(first).toMatchObject({ step: moved, from: ['c', 'a'], to: ['a', 'c'] });
  const second = takeStep(first?.steps ?? noSteps, 'undo');
  expect(second).toMatchObject({ step: removed, from: ['a'], to: ['a', 'b'] });
  expect(takeStep(second?.steps ?? noSteps, 'undo')).toBeNull();
  expect(takeStep(second?.steps ?? noSteps, 'redo')).toMatchObject({ step: removed, from: ['a', 'b'], to: ['a'] });
});

test('what comes anew ends what could be done again', () => {
  const back = takeStep(withStep(noSteps, removed), 'undo');
  expect(takeStep(withStep(back?.steps ?? noSteps, moved), 'redo')).toBeNull();
});

test.each([
  [[], [], true],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
])('%j and %j are the same list: %s', (one, other, same) => {
  expect(sameList(one, other)).toBe(same);
});
