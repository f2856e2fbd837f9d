import { expect, test } from 'vitest';
import { differencesBetween, fieldPlace, pathFrom, valueInWords } from './field-differences.ts';

test('compares two states name by name and item by item', () => {
  const before = { data: { title: 'a', gone: 1, same: [1, { x: 2 }] }, steps: [{ step: 'a', status: 'error' }] };
  const after = { data: { title: 'b', same: [1, { x: 3 }] }, steps: [{ step: 'a', status: 'done' }, { step: 'b' }] };
  expect(differencesBetween(before, after)).toEqual([
    { path: ['data', 'title'], before: 'a', after: 'b' },
    { path: ['data', 'gone'], before: 1, after: undefined },
    { path: ['data', 'same', 1, 'x'], before: 2, after: 3 },
    { path: ['steps', 0, 'status'], before: 'error', after: 'done' },
    { path: ['steps', 1], before: undefined, after: { step: 'b' } },
  ]);
  expect(differencesBetween(after, after)).toEqual([]);
  expect(differencesBetween([1], { a: 1 })).toEqual([{ path: [], before: [1], after: { a: 1 } }]);
});

test('reports a shifted list of names as one difference', () => {
  expect(differencesBetween({ next: ['a', 'b', 'c'] }, { next: ['b', 'c'] })).toEqual([
    { path: ['next'], before: ['a', 'b', 'c'], after: ['b', 'c'] },
  ]);
});

test('reads a path from its names', () => {
  expect(pathFrom('data.outputs.list[0].name')).toEqual(['data', 'outputs', 'list', 0, 'name']);
  expect(pathFrom('')).toEqual([]);
});

test('words a path', () => {
  expect(fieldPlace(['data', 'working_data', 'sections', 0, 'title'])).toBe(
    'Data › Working data › Sections › 1 › Title',
  );
});

test('words a value as names and values, without fields for programs', () => {
  const checkpoint = { step: 'summarize_sections', is_done: true, note: null, verification: 'ab12' };
  expect(valueInWords(checkpoint, ['audit', 'checkpoints', 0])).toBe('Step: Summarize sections\nIs done: Yes');
  expect(valueInWords(['review', 'draft_agenda'], ['workflow', 'next_steps'])).toBe('Review, Draft agenda');
  expect(valueInWords('a_b', ['data', 'title'])).toBe('a_b');
  expect(valueInWords([], ['data'])).toBeNull();
});
