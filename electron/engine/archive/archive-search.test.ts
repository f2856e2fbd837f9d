import { expect, test } from 'vitest';
import { contextFormat } from '#shared/formats/context/format.ts';
import { readArchive } from '#shared/formats/context/read-document.ts';
import type { IndexedFile } from './archive-file.ts';
import { type ArchiveQuery, createArchiveSearch, pageOf } from './archive-search.ts';

function file(name: string, date: string | null, text: string): IndexedFile {
  const info = { size: text.length, modifiedAt: 0, changedAt: 0, identity: name };
  return { name, date, reason: null, info, hash: text, isSettled: true, document: readArchive(text), problem: null };
}
const files = [
  file('c.md', '2026-03-04', '## Archived Insights\n- tea: keeps awake\n- Sings, and\n  dances\n'),
  file('b.md', '2026-01-09', '## Archived Patterns\n- walks: in the EVENING\n## Archived Insights\n- coffee: never\n'),
  file('a.md', null, '## Archived Insights\n- tea: calms\n'),
];
const all: ArchiveQuery = { text: '', categories: [], files: [], period: null };
const found = (query: Partial<ArchiveQuery>, revision = 1) => {
  const hits = createArchiveSearch(contextFormat).search(files, revision, { ...all, ...query });
  return pageOf(hits, 0, 100).map(({ entry }) => entry.key ?? entry.value);
};

test.each([
  ['tea', ['tea', 'tea']],
  ['TEA Awake', ['tea']],
  ['evening', ['walks']],
  ['sings dances', ['Sings, and\ndances']],
  // Both words occur, but in two entries.
  ['awake sings', []],
  ['walks: in', ['walks']],
  ['walks:in', []],
])('finds %j', (text, keys) => {
  expect(found({ text })).toEqual(keys);
});

test.each([
  ['2026', 4],
  ['2026-03', 2],
  ['2025', 0],
  ['undated', 1],
])('counts the entries in %s: %d', (period, count) => {
  expect(found({ period })).toHaveLength(count);
});

test('counts sections within the period, and months over all time', () => {
  const { search } = createArchiveSearch(contextFormat);
  const hits = search(files, 1, { ...all, categories: ['insight'], period: '2026-01' });
  const counts = { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 };
  expect(hits.total).toBe(1);
  expect(hits.perCategory).toEqual({ ...counts, pattern: 1, insight: 1 });
  expect(hits.perMonth).toEqual([
    { month: '2026-03', counts: { ...counts, insight: 2 } },
    { month: '2026-01', counts: { ...counts, insight: 1 } },
    { month: null, counts: { ...counts, insight: 1 } },
  ]);
});

test('returns any slice, across files', () => {
  const hits = createArchiveSearch(contextFormat).search(files, 1, all);
  const part = (offset: number, limit: number) => pageOf(hits, offset, limit).map(({ file: { name } }) => name);
  expect(part(0, 5)).toEqual(['c.md', 'c.md', 'b.md', 'b.md', 'a.md']);
  expect(part(1, 2)).toEqual(['c.md', 'b.md']);
  expect(part(4, 10)).toEqual(['a.md']);
  expect(part(5, 10)).toEqual([]);
});

test('searches again only after a change', () => {
  const { search } = createArchiveSearch(contextFormat);
  const before = search(files, 1, { ...all, text: 'tea' });
  expect(search(files, 1, { ...all, text: 'tea' })).toBe(before);
  expect(search(files.slice(1), 2, { ...all, text: 'tea' }).total).toBe(1);
  expect(search(files, 3, { ...all, text: 'coffee' }).total).toBe(1);
});

test('counts entries of a memory without sections as unsorted', () => {
  const format = { capabilities: { ...contextFormat.capabilities, sections: false } };
  const { total, perCategory, perMonth } = createArchiveSearch(format).search(files, 1, all);
  const none = { preference: 0, pattern: 0, fact: 0, insight: 0 };
  expect([total, perCategory]).toEqual([5, { ...none, unsorted: 5 }]);
  expect(perMonth.map(({ counts }) => counts.unsorted)).toEqual([2, 2, 1]);
});
