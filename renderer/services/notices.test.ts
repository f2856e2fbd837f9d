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

test('adds nothing about a change without consequences', () => {
  expect(consequences(result({}), false)).toBe('');
});

test('says when a correction takes effect', () => {
  expect(consequences(result({}), true)).toBe('Saved. Your assistant will see this the next time it starts.');
});

test('names entries archived for room, by key or by text, as far as they fit', () => {
  const archived = [brief('sleep', 'x'), brief(null, 'Runs on Sundays'), brief('c', 'x'), brief('d', 'x')];
  expect(consequences(result({ archived, notes: ['A note.'] }), false)).toBe(
    'Archived: “Sleep”, “Runs on Sundays”, “C” and 1 more. A note.',
  );
});
