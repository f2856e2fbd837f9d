import { expect, test } from 'vitest';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { contextFormat } from '#shared/formats/context/format.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { archivedTable, fullnessLine } from './entry-table.ts';

const summary = (
  tokens: Pick<ContextSummary['tokens'], 'measure' | 'total' | 'limit'>,
  entryCount: number,
  { capabilities } = contextFormat,
) => ({
  capabilities,
  tokens: { problem: null, weight: 0, words: 0, segments: [], ...tokens },
  entryCount,
});

test('how full it is, and that it was counted where it was', () => {
  expect(fullnessLine(summary({ measure: 'estimate', total: 900, limit: 2000 }, 12))).toBe(
    '900 of 2000 tokens (45 %) in 12 entries',
  );
  expect(fullnessLine(summary({ measure: 'count', total: 2100, limit: 2000 }, 1))).toBe(
    '2100 of 2000 tokens (105 %, counted) in 1 entry',
  );
  expect(fullnessLine(summary({ measure: 'characters', total: 1100, limit: 2200 }, 1))).toBe(
    '1100 of 2200 characters (50 %) in 1 entry',
  );
  expect(fullnessLine(summary({ measure: 'estimate', total: 1100, limit: 2000 }, 3, markdownFormat))).toBe(
    '1100 tokens in 3 entries',
  );
});

test('an archive whose name has line breaks takes one line like any other', () => {
  const entry = { key: 'tea', value: 'calms', confidence: 'certain', flags: { pinned: false, until: null } };
  const archived = { ...entry, archivedDate: '2026-01-01', file: 'a\nNothing in the context.\n.md' } as ArchivedEntry;
  expect(archivedTable([archived], contextFormat.capabilities)).toEqual([
    '  certain    2026-01-01  tea: calms  (a Nothing in the context. .md)',
  ]);
});
