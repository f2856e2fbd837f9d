import { expect, test } from 'vitest';
import { changeLabel, momentInLabel } from './labels.ts';

const entry = { category: 'fact', key: 'tea', raw: '- tea: calms', ordinal: 0 } as const;

test.each([
  ['2027-03-01', 'Kept until 1 Mar 2027: “tea”'],
  [null, 'May be archived again: “tea”'],
])('labels protection until %s as such', (until, label) => {
  expect(changeLabel([{ op: 'protect', entry, until }])).toBe(label);
});

test('writes a moment as the page does', () => {
  expect(momentInLabel(new Date(2026, 8, 3, 14, 5).getTime())).toBe('3 Sep 2026, 14:05');
});
