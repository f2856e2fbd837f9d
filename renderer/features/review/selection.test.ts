import { expect, test } from 'vitest';
import {
  afterChange,
  chooseAll,
  extendTo,
  meant,
  moveTo,
  nothingSelected,
  pickOnly,
  renamed,
  type Selection,
  toggleChosen,
  toggleThrough,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const read = ({ cursor, chosen }: Selection) => `${cursor ?? '-'}:${[...chosen].join('')}`;

test('a click means one row, and leaves out what was chosen', () => {
  expect(read(pickOnly('b'))).toBe('b:');
  expect(meant(pickOnly('b'))).toEqual(['b']);
});

test('moving keeps what is chosen', () => {
  expect(read(moveTo(chooseAll(nothingSelected, ['a', 'b']), 'd'))).toBe('d:ab');
});

test('the cursor’s row joins when another is added by pointer, and not by key', () => {
  expect(read(toggleChosen(pickOnly('a'), 'c', true))).toBe('c:ac');
  expect(read(toggleChosen(pickOnly('a'), 'c'))).toBe('c:c');
  expect(read(toggleChosen(toggleChosen(pickOnly('a'), 'a'), 'a'))).toBe('a:');
});

test.each([
  ['d', 'd:bcd'],
  ['a', 'a:ab'],
  ['b', 'b:b'],
])('extending from b to %s chooses everything between', (to, expected) => {
  expect(read(extendTo(pickOnly('b'), to, order))).toBe(expected);
});

test('extending back and forth keeps its anchor', () => {
  expect(read(extendTo(extendTo(pickOnly('c'), 'e', order), 'a', order))).toBe('a:abc');
});

test('a box pressed with Shift takes all from the one before along, on or off, and leaves the others', () => {
  const first = toggleChosen(toggleChosen(nothingSelected, 'a'), 'c');
  const through = toggleThrough(first, 'e', order);
  expect(read(through)).toBe('e:acde');
  expect(read(toggleThrough(through, 'd', order))).toBe('d:ac');
  expect(read(toggleThrough(nothingSelected, 'b', order))).toBe('b:b');
  expect(read(toggleThrough(pickOnly('gone'), 'b', order))).toBe('b:b');
});

test.each([
  ['c', ['a', 'b', 'd', 'e'], 'd:'],
  ['e', ['a', 'b', 'c', 'd'], 'd:'],
  ['c', ['a'], 'a:'],
  ['c', [], '-:'],
  ['b', ['b', 'x'], 'b:'],
])('with the cursor on %s, the list becoming %j leaves %s', (cursor, after, expected) => {
  expect(read(afterChange(pickOnly(cursor), order, new Set(after)))).toBe(expected);
});

test('what is gone is no longer chosen', () => {
  expect(read(afterChange(chooseAll(pickOnly('a'), ['a', 'b', 'c']), order, new Set(['a', 'c', 'e'])))).toBe('a:ac');
});

test('new ids are taken over everywhere', () => {
  expect(read(renamed(chooseAll(pickOnly('a'), ['a', 'b']), new Map([['a', 'x']])))).toBe('x:xb');
});
