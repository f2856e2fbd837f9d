import { expect, test } from 'vitest';
import { noFlags } from '#shared/entries/entry.ts';
import { entry } from '../../testing/entries.ts';
import { nothingSaid, operationsFor, protectAll } from './bulk-edits.ts';

const tea = entry('a', { category: 'fact', key: 'tea', source: 'weekly' });
const ink = entry('b', { category: 'insight', key: null, source: null, section: 'Odds' });

test('gives several entries one section and one source, and skips those that have them', () => {
  expect(operationsFor([tea, ink], nothingSaid)).toEqual([]);
  expect(operationsFor([tea, ink], { ...nothingSaid, category: 'fact', source: ' weekly ' })).toMatchObject([
    { op: 'edit', source: 'weekly' },
    { op: 'move', category: 'fact' },
  ]);
  expect(operationsFor([tea, ink], { ...nothingSaid, heading: 'Odds' })).toMatchObject([
    { op: 'move', category: null, section: 'Odds' },
  ]);
});

test('gives each entry its own key, or removes it', () => {
  const keys = new Map([
    [tea.id, ''],
    [ink.id, ' ink '],
  ]);
  expect(operationsFor([tea, ink], { ...nothingSaid, keys })).toMatchObject([
    { op: 'edit', key: null },
    { op: 'edit', key: 'ink' },
  ]);
  expect(operationsFor([tea], { ...nothingSaid, keys: new Map([[tea.id, 'tea']]) })).toEqual([]);
});

test('skips entries that already have the end date', () => {
  const kept = entry('c', { flags: { ...noFlags, until: '2027-01-01' } });
  expect(protectAll([tea, kept], '2027-01-01')).toMatchObject([{ op: 'protect', entry: { key: 'tea' } }]);
  expect(protectAll([tea, kept], null)).toMatchObject([{ op: 'protect', until: null }]);
});
