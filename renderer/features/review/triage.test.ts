import { expect, test } from 'vitest';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { entry } from '../../testing/entries.ts';
import { addToTriage, beginTriage, countLeft, isAnswered, nextIn, restoringOperation, type Triage } from './triage.ts';

const entries = [
  entry('a', { mark: 'new' }),
  entry('b', { mark: 'changed' }),
  entry('c'),
  entry('d', { mark: 'superseded' }),
  entry('e', { mark: 'new' }),
];
const triage = beginTriage(entries) as Triage;
const known = (list: readonly EntryView[]): ReadonlyMap<string, EntryView> =>
  new Map(list.map((each) => [each.id, each]));
const read = (...ids: readonly string[]): EntryView[] =>
  entries.map((each) => (ids.includes(each.id) ? { ...each, mark: null } : each));

test('orders replaced corrections, then changed, then new entries, each in file order', () => {
  expect(triage.queue).toEqual(['d', 'b', 'a', 'e']);
});

test('has nothing to go through without marked entries', () => {
  expect(beginTriage([entry('c')])).toBeNull();
});

test('adds new arrivals at the end, and keeps answered entries in place', () => {
  const more = [entry('f', { mark: 'changed' }), ...read('d')];
  expect(addToTriage(triage, more).queue).toEqual(['d', 'b', 'a', 'e', 'f']);
  expect(addToTriage(triage, read('d'))).toBe(triage);
});

test.each([
  ['d', [], 'b'],
  ['d', ['b', 'a'], 'e'],
  ['e', ['b'], 'd'],
  ['e', ['d', 'b', 'a', 'e'], null],
  ['a', ['d', 'b', 'e'], null],
] as const)('goes from %s, with %j answered, to %s', (after, answered, next) => {
  expect(nextIn(triage, known(read(...answered)), after)).toBe(next);
});

test('counts an entry as answered once it is marked as seen or removed', () => {
  const keeping = { ...triage, keeping: new Set(['a']) };
  expect(isAnswered(keeping, entries[0])).toBe(true);
  expect(countLeft(keeping, known(entries))).toBe(3);
  expect(countLeft(keeping, known(entries.filter(({ id }) => id !== 'b')))).toBe(2);
});

test.each([
  [{ value: 'English' }, { op: 'edit', value: 'English', key: 'language' }],
  [{ key: 'tongue' }, { op: 'edit', value: 'French', key: 'tongue' }],
  [{ confidence: 'likely' }, { op: 'confidence', confidence: 'likely' }],
  [{ category: 'fact' }, { op: 'move', category: 'fact' }],
  [{ pinned: true }, { op: 'pin', pinned: true }],
  [{}, null],
] as const)('restores an entry whose earlier state differs in %j by %j', (was, operation) => {
  const { category, key, value, confidence } = entry('x', { key: 'language', value: 'French' });
  const changed = entry('x', { key, value, earlier: { category, key, value, confidence, ...was } });
  expect(restoringOperation(changed)).toEqual(operation && { ...operation, entry: refOf(changed) });
});

test('has no earlier state to restore for a new entry', () => {
  expect(restoringOperation(entry('x', { mark: 'new' }))).toBeNull();
});
