import { expect, test } from 'vitest';
import type { ArchivedEntry, RestorePreview } from '#shared/contract/features/archive.ts';
import { entry } from '../../testing/entries.ts';
import { decideAll, itemsOf, undecided } from './restore-plan.ts';

function archived(id: string): ArchivedEntry {
  const { mark: _, ...fields } = entry(id, { key: id });
  return { ...fields, file: 'global-2026-05-03.md', archivedDate: '2026-05-03', categoryGuessed: false, isNote: false };
}

const { category, key, value, date, confidence, raw } = entry('live', { key: 'a' });
const twin = { category, key, value, date, confidence, raw, tokens: 3 };
const preview: RestorePreview = {
  items: [
    { entry: archived('a'), twin },
    { entry: archived('b'), twin: null },
    { entry: archived('c'), twin },
  ],
  impact: {
    tokensBefore: 0,
    tokensAfter: 0,
    limit: 100,
    wouldLeave: [],
    wouldLeaveCount: 0,
    staysOver: false,
    cutBefore: null,
    cutAfter: null,
    alsoIn: [],
  },
};

test('asks about each live duplicate, with one answer for all if wanted', () => {
  expect(undecided(preview, new Map())).toBe(2);
  expect(undecided(preview, new Map([['a', { onDuplicate: 'replace' }]]))).toBe(1);
  const all = decideAll(preview, new Map([['a', { category: 'fact' }]]), 'keep_both');
  expect(undecided(preview, all)).toBe(0);
  expect([...all]).toEqual([
    ['a', { category: 'fact', onDuplicate: 'keep_both' }],
    ['c', { onDuplicate: 'keep_both' }],
  ]);
});

test('restores entries by their text, with the decisions', () => {
  expect(itemsOf([archived('a'), archived('b')], new Map([['b', { category: 'pattern' }]]))).toEqual([
    { entry: { file: 'global-2026-05-03.md', raw: '- a: a', ordinal: 0 } },
    { entry: { file: 'global-2026-05-03.md', raw: '- b: b', ordinal: 0 }, category: 'pattern' },
  ]);
});
