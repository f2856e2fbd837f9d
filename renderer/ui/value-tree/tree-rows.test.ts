import { expect, test } from 'vitest';
import { parseJson } from '#shared/text/parse-json.ts';
import { layOutTree } from './tree-rows.ts';

const none = { turned: new Set<string>(), words: [] };
const said = (text: string, given: Partial<Parameters<typeof layOutTree>[1]> = {}) =>
  layOutTree(parseJson(text), { ...none, ...given }).map(
    ({ level, name, value, isOpen, isFound }) =>
      `${'  '.repeat(level - 1)}${isOpen === null ? '' : isOpen ? '- ' : '+ '}${name ?? ''}: ${value}${isFound ? ' *' : ''}`,
  );

const text = '{"theme":"dark","list":[1,{"deep":true}],"none":null,"empty":{}}';

test('unfolds the top level only, and marks empty values', () => {
  expect(said(text)).toEqual([
    '- : 4 fields',
    '  theme: dark',
    '  - list: 2 items',
    '    1: 1',
    '    + 2: 1 field',
    '  none: null',
    '  empty: nothing in it',
  ]);
  expect(said('[]')).toEqual([': an empty list']);
  expect(said('"only"')).toEqual([': only']);
});

test('folds and unfolds each value', () => {
  expect(said(text, { turned: new Set(['["list"]']) })).toContain('  + list: 2 items');
  expect(said(text, { turned: new Set(['["list",1]']) })).toContain('      deep: true');
});

test('unfolds down to search matches', () => {
  expect(said(text, { words: ['deep', 'tru'] })).toEqual([
    '- : 4 fields',
    '  theme: dark',
    '  - list: 2 items',
    '    1: 1',
    '    - 2: 1 field',
    '      deep: true *',
    '  none: null',
    '  empty: nothing in it',
  ]);
});

test('gives each value its position among its siblings, and folds a long list at first', () => {
  const rows = layOutTree(parseJson('{"a":1,"b":2}'), none);
  expect(rows.map(({ position, setSize }) => [position, setSize])).toEqual([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  expect(said(JSON.stringify({ long: Array.from({ length: 60 }, (_, index) => index) }))).toEqual([
    '- : 1 field',
    '  + long: 60 items',
  ]);
});

test('may end a long list with the number left out, and may hide the outermost value', () => {
  const long = JSON.stringify({ long: [1, 2, 3, 4], x: 1 });
  expect(said(long, { most: 2, hidesWhole: true })).toEqual([
    '- long: 4 items',
    '  1: 1',
    '  2: 2',
    '  : and 2 more',
    'x: 1',
  ]);
  expect(said('{}', { hidesWhole: true })).toEqual([': nothing in it']);
});

test('also shows kinds of TOML that JSON lacks', () => {
  const rows = layOutTree({ at: new Date('2026-11-23T08:00:00Z'), id: 9007199254740993n }, none);
  expect(rows.map(({ value, type }) => `${value} ${type}`)).toEqual([
    '2 fields object',
    '2026-11-23T08:00:00.000Z text',
    '9007199254740993 number',
  ]);
});
