import { expect, test } from 'vitest';
import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { changesOf, layOutHistory } from './history-layout.ts';
import { countsOfChange, countsOfVersion } from './history-words.ts';

const noon = (day: number): number => new Date(2026, 4, day, 12).getTime();

const version = (position: number, at: number, rest: Partial<HistoryVersion> = {}): HistoryVersion => ({
  type: 'version',
  position,
  at,
  who: 'person',
  name: null,
  label: `Step ${position}`,
  kind: 'context',
  file: 'logs/context/global.md',
  version: 'a'.repeat(64),
  before: 'b'.repeat(64),
  counts: null,
  undo: null,
  available: true,
  lastCopyOf: null,
  ...rest,
});

const shown = (lines: readonly HistoryLine[]): string[] =>
  layOutHistory(changesOf(lines)).map((row) =>
    row.kind === 'day' ? row.day : row.kind === 'author' ? row.author : row.line.label,
  );

test('groups lines by day, and consecutive ones by author', () => {
  expect(
    shown([
      version(6, noon(3)),
      version(5, noon(3), { who: 'assistant', name: 'Hermes' }),
      version(4, noon(3), { who: 'assistant' }),
      version(3, noon(2), { who: 'assistant' }),
      { type: 'note', position: 2, at: noon(2), label: 'Tidied up' },
      version(1, noon(2), { who: 'outside' }),
    ]),
  ).toEqual([
    ...['2026-05-03', 'You', 'Step 6', 'Hermes, an assistant', 'Step 5', 'An assistant', 'Step 4'],
    ...['2026-05-02', 'An assistant', 'Step 3', 'Contexture', 'Tidied up', 'Another app', 'Step 1'],
  ]);
});

test('lists a day twice after the clock was set back, with unique row keys', () => {
  const rows = layOutHistory(changesOf([version(3, noon(2)), version(2, noon(3)), version(1, noon(2))]));
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(rows.filter(({ kind }) => kind === 'day')).toHaveLength(3);
});

test('reports a step’s change to an earlier version together with the rest of the step', () => {
  const erased = { label: 'Erased a text everywhere', at: noon(2) };
  const memory = version(5, noon(2), erased);
  const archive = version(2, noon(2), {
    ...erased,
    kind: 'archive',
    file: 'logs/context/archive/global-2026-05-02.md',
  });
  const changes = changesOf([memory, version(4, noon(2)), archive, version(1, noon(1))]);
  expect(changes.map(({ line, others }) => [line.position, others.map(({ position }) => position)])).toEqual([
    [5, [2]],
    [4, []],
    [1, []],
  ]);
});

test('links each past day to the memory’s last version of that day', () => {
  const other = { kind: 'other', file: '.aifriday/contexts/active/1/context.json' } as const;
  const lines = [
    version(7, noon(3), other),
    version(6, noon(3)),
    version(5, noon(2), other),
    version(4, noon(2)),
    version(3, noon(2)),
    version(2, noon(1), other),
    version(1, noon(0)),
  ];
  const days = layOutHistory(changesOf(lines)).flatMap((row) => (row.kind === 'day' ? [row] : []));
  expect(days.map(({ last, isNow }) => (isNow ? null : (last?.position ?? null)))).toEqual([null, 4, 1, 1]);
  expect(
    days.map(({ last }) => last?.position),
    'the first still reads so, and can be read',
  ).toEqual([6, 4, 1, 1]);
  const [newest, ...missing] = lines.map((line) => ({ ...line, available: line.position === 6 }));
  const without = layOutHistory(changesOf([newest, ...missing].filter((line) => line !== undefined)));
  expect(without.flatMap((row) => (row.kind === 'day' && !row.isNow ? [row.last] : []))).toEqual([null, null, null]);
});

test.each<[string, Partial<HistoryVersion>, string]>([
  [
    'a person',
    { label: 'Corrected 2 entries', counts: { added: 1, changed: 2, removed: 3 } },
    '1 added, 2 corrected, 3 removed',
  ],
  ['an assistant', { who: 'assistant', counts: { added: 2, changed: 1, removed: 0 } }, '2 learned, 1 changed'],
  ['nothing', { counts: { added: 0, changed: 0, removed: 0 } }, 'No entry changed'],
  ['the first', { before: null, counts: { added: 7, changed: 0, removed: 0 } }, '7 entries'],
  ['an erasure', { label: 'Erased a text everywhere', counts: { added: 0, changed: 0, removed: 0 } }, ''],
  ['settings', { kind: 'settings' }, ''],
  ['what nobody could count', {}, ''],
])('counts entries that %s changed', (_, given, words) => {
  expect(countsOfVersion(version(1, 0, given))).toBe(words);
});

test('groups a step’s changes to several files under the memory', () => {
  const archived = { label: 'Archived “tea”', at: noon(2) };
  const archive = version(2, noon(2), {
    ...archived,
    kind: 'archive',
    file: 'logs/context/archive/global-2026-05-02.md',
    counts: { added: 1, changed: 0, removed: 0 },
  });
  const memory = version(3, noon(2), { ...archived, counts: { added: 0, changed: 0, removed: 1 } });
  const changes = changesOf([version(4, noon(3)), memory, archive, version(1, noon(2))]);
  expect(changes.map(({ line, others }) => [line.position, others.map(({ position }) => position)])).toEqual([
    [4, []],
    [3, [2]],
    [1, []],
  ]);
  expect(changesOf([archive, memory])[0]).toEqual({ line: memory, others: [archive] });
  expect(countsOfChange(memory, [archive])).toBe('1 archived');
  const restored = { ...memory, counts: { added: 1, changed: 0, removed: 0 } };
  expect(countsOfChange(restored, [{ ...archive, counts: { added: 0, changed: 0, removed: 1 } }])).toBe('1 restored');
});
