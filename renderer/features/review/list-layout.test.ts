import { expect, test } from 'vitest';
import { entry } from '../../testing/entries.ts';
import { type ListItem, layOutList } from './list-layout.ts';

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
  byHeading: false,
  lastUpdated: '2026-01-01',
  leaving: [],
  nextCount: 0,
  folded: new Set<string>(),
  notUnderstood: [],
  archived: null,
} as const;

/** Groups as "Title 3", subgroups with a dash before, entries by id. */
const read = (items: readonly ListItem[]) =>
  items.map((item) => {
    switch (item.kind) {
      case 'group':
        return `${item.title} ${item.count}`;
      case 'subgroup':
        return `- ${item.title} ${item.count}`;
      case 'entry':
        return item.id;
      default:
        return item.kind;
    }
  });

test('groups by confidence, then section, with what is not sorted last', () => {
  expect(read(layOutList(base))).toEqual([
    'Certain 3',
    '- Preferences 1',
    'p1',
    '- Facts 1',
    'f1',
    '- Insights 1',
    'i2',
    'Tentative 1',
    '- Insights 1',
    'i1',
    'Not sorted yet 1',
    'u1',
  ]);
});

test('a folded group keeps its heading and its count', () => {
  const folded = new Set(['certain', 'tentative/insight', 'unsorted']);
  expect(read(layOutList({ ...base, folded }))).toEqual([
    'Certain 3',
    'Tentative 1',
    '- Insights 1',
    'Not sorted yet 1',
  ]);
});

test('in leaving order the waterline stands below what goes next', () => {
  const old = entry('i0', { category: 'insight' });
  const [first] = entries;
  const leaving = first ? [old, first] : [];
  const items = layOutList({ ...base, entries: [...entries, old], sort: 'leaving', leaving, nextCount: 1 });
  expect(read(items)).toEqual([
    'In the order they leave 2',
    'i0',
    'waterline',
    'i1',
    'Never leaves by itself 4',
    'f1',
    'p1',
    'i2',
    'u1',
  ]);
});

test('a memory in another format is grouped by its own headings, in file order', () => {
  const unsorted = { category: null } as const;
  const items = layOutList({
    ...base,
    byHeading: true,
    sort: 'name',
    entries: [
      entry('loose', { ...unsorted, section: '' }),
      entry('tea', { ...unsorted, section: 'Work' }),
      entry('ink', { ...unsorted, section: 'About me' }),
      entry('bread', { ...unsorted, section: 'Work' }),
    ],
  });
  expect(read(items)).toEqual(['Before the first heading 1', 'loose', 'Work 2', 'bread', 'tea', 'About me 1', 'ink']);
});

test('lines that are no entries come after all entries, and the archive after those', () => {
  const archived = { entries: [], total: 3 };
  const items = layOutList({ ...base, entries: [], notUnderstood: [{ line: 4, text: 'Hello' }], archived });
  expect(read(items)).toEqual(['Not understood 1', 'not-understood', 'In the archive 3', 'more-archived']);
});
