import { expect, test } from 'vitest';
import { entry } from '../../testing/entries.ts';
import { filterEntries, noFilters, sortEntries } from './filters.ts';
import { entryIdsIn, type ListItem, layOutList, rowPlace } from './list-layout.ts';

const entries = [
  entry('i1', { category: 'insight', confidence: 'tentative' }),
  entry('f1', { category: 'fact', confidence: 'certain' }),
  entry('p1', { category: 'preference', confidence: 'certain' }),
  entry('i2', { category: 'insight', confidence: 'certain' }),
  entry('u1', { category: null, confidence: 'certain' }),
];
const base = {
  entries,
  sort: 'file',
  group: 'confidence',
  typeOf: null,
  headings: null,
  cut: null,
  today: '2026-01-01',
  next: new Set<string>(),
  foldedGroups: [],
  otherLines: [],
  archive: null,
} as const;

/** Rows: groups as "Title 3", subgroups after a dash, entries by id. */
const read = (rows: readonly ListItem[]) =>
  rows.map((item) => {
    switch (item.kind) {
      case 'group':
        return `${item.title} ${item.count}`;
      case 'subgroup':
        return `- ${item.title} ${item.count}`;
      case 'entry':
        return item.key;
      default:
        return item.kind;
    }
  });

test('groups by confidence, then section, with entries without a section last', () => {
  expect(read(layOutList(base))).toEqual([
    'Certain 4',
    '- Preferences 1',
    'p1',
    '- Facts 1',
    'f1',
    '- Insights 1',
    'i2',
    '- No section 1',
    'u1',
    'Tentative 1',
    '- Insights 1',
    'i1',
  ]);
});

test('gives a confidence group the count of its filter', () => {
  const { counts } = filterEntries(entries, noFilters, base.today, null);
  const headings = read(layOutList(base)).filter((row) => /^(?:Certain|Likely|Tentative) /.test(String(row)));
  expect(headings).toEqual([`Certain ${counts.confidences.certain}`, `Tentative ${counts.confidences.tentative}`]);
});

test('keeps heading and count of a folded group', () => {
  const foldedGroups = ['certain', 'tentative/insight'];
  expect(read(layOutList({ ...base, foldedGroups }))).toEqual(['Certain 4', 'Tentative 1', '- Insights 1']);
});

test('puts the waterline below the next entries to leave, in leaving order', () => {
  const old = entry('i0', { category: 'insight' });
  const leaving = [old, ...entries.slice(0, 1)];
  const sorted = sortEntries([...entries, old], 'leaving', leaving);
  expect(read(layOutList({ ...base, entries: sorted, sort: 'leaving', next: new Set(['i0']) }))).toEqual([
    'In the order they are archived 2',
    'i0',
    'waterline',
    'i1',
    'Never archived automatically 4',
    'f1',
    'p1',
    'i2',
    'u1',
  ]);
});

test('groups another format by its own headings, in file order', () => {
  const unsorted = { category: null } as const;
  const rows = layOutList({
    ...base,
    group: 'section',
    headings: ['', 'Work', 'Empty', 'About me'],
    sort: 'name',
    entries: [
      entry('bread', { ...unsorted, section: 'Work' }),
      entry('ink', { ...unsorted, section: 'About me' }),
      entry('loose', { ...unsorted, section: '' }),
      entry('tea', { ...unsorted, section: 'Work' }),
    ],
  });
  expect(read(rows)).toEqual(['Before the first heading 1', 'loose', 'Work 2', 'bread', 'tea', 'About me 1', 'ink']);
});

test('has no groups in a memory without headings', () => {
  const entries = ['tea', 'ink'].map((id) => entry(id, { category: null, section: '' }));
  expect(read(layOutList({ ...base, group: 'section', headings: [''], entries }))).toEqual(['tea', 'ink']);
});

test('puts other lines after all entries, and the archive last', () => {
  const archive = { entries: [], total: 3 };
  const rows = layOutList({ ...base, entries: [], otherLines: [{ line: 4, text: 'Hello' }], archive });
  expect(read(rows)).toEqual(['Unrecognised lines 1', 'not-understood', 'In the archive 3', 'more-archived']);
});

test('finds rows by id, and the entries among them', () => {
  const rows = layOutList(base);
  for (const [index, { key }] of rows.entries()) {
    expect(rowPlace(rows, key)).toBe(index);
  }
  expect([rowPlace(rows, 'nobody'), rowPlace(rows, null)]).toEqual([null, null]);
  expect(entryIdsIn(rows)).toEqual(['p1', 'f1', 'i2', 'u1', 'i1']);
  expect(rows.flatMap(({ kind }, index) => (kind === 'entry' ? [] : [`${index} ${kind}`]))).toEqual([
    '0 group',
    '1 subgroup',
    '3 subgroup',
    '5 subgroup',
    '7 subgroup',
    '9 group',
    '10 subgroup',
  ]);
});

test('lists all entries in one order without groups', () => {
  const sorted = sortEntries(entries, 'name', []);
  expect(read(layOutList({ ...base, group: 'none', entries: sorted, sort: 'name' }))).toEqual([
    'f1',
    'i1',
    'i2',
    'p1',
    'u1',
  ]);
});

test('has no subgroups in other groupings, and folds them', () => {
  const foldedGroups = ['section/insight'];
  expect(read(layOutList({ ...base, group: 'section', foldedGroups }))).toEqual([
    'Preferences 1',
    'p1',
    'Facts 1',
    'f1',
    'Insights 2',
    'No section 1',
    'u1',
  ]);
});

test('puts unread entries below the reading limit, with their heading repeated, only in file order', () => {
  const lines = [
    entry('a', { section: 'Work' }),
    entry('b', { section: 'Work' }),
    entry('c', { section: 'Home' }),
    entry('d', { section: 'Work' }),
  ];
  const headings = ['Work', 'Home'];
  const cut = { unread: new Set(['b', 'c', 'd']), text: 'stops here' };
  const given = { ...base, group: 'section', entries: lines, headings, cut } as const;
  expect(read(layOutList(given))).toEqual([
    'Work 1',
    'a',
    'waterline',
    'Work, not read 2',
    'b',
    'd',
    'Home, not read 1',
    'c',
  ]);
  expect(read(layOutList({ ...given, foldedGroups: ['unread/heading/Work'] }))).not.toContain('b');
  expect(read(layOutList({ ...given, sort: 'name' }))).toEqual(['Work 3', 'a', 'b', 'd', 'Home 1', 'c']);
  expect(read(layOutList({ ...given, entries: lines.slice(0, 1) }))).toEqual(['Work 1', 'a']);
});
