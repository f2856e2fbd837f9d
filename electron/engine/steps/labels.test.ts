import { expect, test } from 'vitest';
import { labelOf } from './labels.ts';

const entry = { category: 'fact', key: 'tea', raw: '- tea: calms', ordinal: 0 } as const;

test.each([
  ['2027-03-01', 'Kept until 1 Mar 2027: “tea”'],
  [null, 'May be archived again: “tea”'],
])('what protects an entry until %s is called so', (until, label) => {
  expect(labelOf([{ op: 'protect', entry, until }])).toBe(label);
});
