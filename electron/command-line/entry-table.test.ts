import { expect, test } from 'vitest';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { noFlags } from '#shared/entries/entry.ts';
import { claudeFormat } from '#shared/formats/claude/format.ts';
import { contextFormat } from '#shared/formats/context/format.ts';
import { markdownFormat } from '#shared/formats/markdown/format.ts';
import { archivedTable, entryTable, fullnessLine } from './entry-table.ts';

const summary = (
  tokens: Pick<ContextSummary['tokens'], 'measure' | 'total' | 'limit'>,
  entryCount: number,
  { capabilities } = contextFormat,
) => ({
  capabilities,
  tokens: { problem: null, weight: 0, words: 0, leftOut: null, segments: [], ...tokens },
  entryCount,
  loaded: null,
});

test('shows the size, and that it was counted locally', () => {
  expect(fullnessLine(summary({ measure: 'estimate', total: 900, limit: 2000 }, 12))).toBe(
    '900 of 2,000 tokens (45 %) in 12 entries',
  );
  expect(fullnessLine(summary({ measure: 'count', total: 2100, limit: 2000 }, 1))).toBe(
    '2,100 of 2,000 tokens (105 %, counted) in 1 entry',
  );
  expect(fullnessLine(summary({ measure: 'characters', total: 1100, limit: 2200 }, 1))).toBe(
    '1,100 of 2,200 characters (50 %) in 1 entry',
  );
  expect(fullnessLine(summary({ measure: 'estimate', total: 1100, limit: 2000 }, 3, markdownFormat))).toBe(
    '1,100 tokens in 3 entries',
  );
});

test('prints an archive whose name has line breaks on one line', () => {
  const entry = { key: 'tea', value: 'calms', confidence: 'certain', flags: noFlags };
  const archived = { ...entry, archivedDate: '2026-01-01', file: 'a\nNothing in the memory.\n.md' } as ArchivedEntry;
  expect(archivedTable([archived], contextFormat.capabilities)).toEqual([
    '  certain    2026-01-01  tea: calms  (a Nothing in the memory. .md)',
  ]);
});

test('marks the end of the part that is read, and shows its size', () => {
  const { capabilities } = claudeFormat;
  const entry = (value: string) =>
    ({
      category: null,
      section: '',
      key: null,
      value,
      flags: noFlags,
    }) as EntryView;
  const numbered = ['a', 'b', 'c'].map((value, line) => ({ line, entry: entry(value) }));
  const loaded: ContextSummary['loaded'] = {
    fills: [
      { unit: 'lines', limit: 200, used: 210 },
      { unit: 'bytes', limit: 25_000, used: 9_300 },
    ],
    cutLine: 201,
    entries: 1,
  };
  const given = { ...summary({ measure: 'estimate', total: 20, limit: 2000 }, 3, claudeFormat), loaded };
  expect(fullnessLine(given)).toBe('210 of 200 lines, 9.3 of 25 KB, 3 entries, 2 entries are never read');
  const lines = entryTable(numbered, { capabilities, loaded });
  const at = lines.indexOf('--- Claude Code stops reading here (line 200) ---');
  expect([
    at > lines.findIndex((line) => line.endsWith('a')),
    at < lines.findIndex((line) => line.endsWith('b')),
  ]).toEqual([true, true]);
  expect(entryTable(numbered.slice(0, 1), { capabilities, loaded }).join()).not.toContain('stops reading');
});
