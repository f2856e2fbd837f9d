import { expect, test } from 'vitest';
import { stopsIn } from './list-rows.ts';
import {
  afterChange,
  extendTo,
  moveTo,
  nothingSelected,
  pickOnly,
  renamed,
  type Selection,
  selectedOrCursor,
  toggleSelected,
  toggleThrough,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const row = (key: string) => ({ key });
const rows = stopsIn(order.map(row));
const read = ({ cursor, selected }: Selection) => `${cursor ?? '-'}:${[...selected].join('')}`;
const chooseAll = <T extends Selection>(selection: T, ids: readonly string[]) => ({
  ...selection,
  selected: new Set(ids),
});

test('a click picks one row and clears the selection', () => {
  expect(read(pickOnly('b'))).toBe('b:');
  expect(selectedOrCursor(pickOnly('b'))).toEqual(['b']);
});

test('moving keeps the selection', () => {
  expect(read(moveTo(chooseAll(nothingSelected, ['a', 'b']), 'd'))).toBe('d:ab');
});

test('the cursor’s row joins the selection when a pointer adds another, but not a key', () => {
  expect(read(toggleSelected(pickOnly('a'), row('c'), row('a')))).toBe('c:ac');
  expect(read(toggleSelected(pickOnly('a'), row('c')))).toBe('c:c');
  expect(read(toggleSelected(toggleSelected(pickOnly('a'), row('a')), row('a')))).toBe('a:');
});

test.each([
  ['d', 'd:bcd'],
  ['a', 'a:ab'],
  ['b', 'b:b'],
])('extending from b to %s selects everything between', (to, expected) => {
  expect(read(extendTo(pickOnly('b'), row(to), rows))).toBe(expected);
});

test('extending back and forth keeps its anchor', () => {
  expect(read(extendTo(extendTo(pickOnly('c'), row('e'), rows), row('a'), rows))).toBe('a:abc');
});

test('a box pressed with Shift turns all from the last one on or off, and leaves the others', () => {
  const first = toggleSelected(toggleSelected(nothingSelected, row('a')), row('c'));
  const through = toggleThrough(first, row('e'), rows);
  expect(read(through)).toBe('e:acde');
  expect(read(toggleThrough(through, row('d'), rows))).toBe('d:ac');
  expect(read(toggleThrough(nothingSelected, row('b'), rows))).toBe('b:b');
  expect(read(toggleThrough(pickOnly('gone'), row('b'), rows))).toBe('b:b');
});

test.each([
  ['c', ['a', 'b', 'd', 'e'], 'd:'],
  ['e', ['a', 'b', 'c', 'd'], 'd:'],
  ['c', ['a'], 'a:'],
  ['c', [], '-:'],
  ['b', ['b', 'x'], 'b:'],
])('with the cursor on %s, a change of the list to %j leaves %s', (cursor, after, expected) => {
  expect(read(afterChange(pickOnly(cursor), order, new Set(after)))).toBe(expected);
});

test('deselects removed rows', () => {
  expect(read(afterChange(chooseAll(pickOnly('a'), ['a', 'b', 'c']), order, new Set(['a', 'c', 'e'])))).toBe('a:ac');
});

test('takes over new ids everywhere', () => {
  expect(read(renamed(chooseAll(pickOnly('a'), ['a', 'b']), new Map([['a', 'x']])))).toBe('x:xb');
});
