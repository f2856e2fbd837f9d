import { expect, test } from 'vitest';
import type { ChangeResult, EntryBrief } from '#shared/contract/changes.ts';
import { consequences } from './notices.ts';

const brief = (key: string | null, value: string): EntryBrief => ({
  category: 'insight',
  key,
  value,
  date: null,
  confidence: 'tentative',
  raw: `- ${value}`,
  tokens: 3,
});
const result = (values: Partial<ChangeResult>): ChangeResult => ({
  change: { id: 'c', label: 'Did it' },
  revision: 1,
  archived: [],
  notes: [],
  ...values,
});

test('a change without consequences has nothing to add', () => {
  expect(consequences(result({}), false)).toBe('');
});

test('a correction says when it takes effect', () => {
  expect(consequences(result({}), true)).toBe('Saved. Your assistant will see this the next time it starts.');
});

test('what left to make room is named, by key or by its words, as far as there is room', () => {
  const archived = [brief('sleep', 'x'), brief(null, 'Runs on Sundays'), brief('c', 'x'), brief('d', 'x')];
  expect(consequences(result({ archived, notes: ['A note.'] }), false)).toBe(
    'Archived: “Sleep”, “Runs on Sundays”, “C” and 1 more. A note.',
  );
});
