import { expect, test } from 'vitest';
import { parseJson } from '#shared/text/parse-json.ts';
import { layOutTree } from './tree-layout.ts';

const none = { turned: new Set<string>(), words: [] };
const said = (text: string, given: Partial<Parameters<typeof layOutTree>[1]> = {}) =>
  layOutTree(parseJson(text), { ...none, ...given }).map(
    ({ level, name, value, isOpen, isFound }) =>
      `${'  '.repeat(level - 1)}${isOpen === null ? '' : isOpen ? '- ' : '+ '}${name ?? ''}: ${value}${isFound ? ' *' : ''}`,
  );

const text = '{"theme":"dark","list":[1,{"deep":true}],"none":null,"empty":{}}';

test('what stands on top is unfolded, what is deeper is not, and what is empty says so', () => {
  expect(said(text)).toEqual([
    '- : 4 names',
    '  theme: dark',
    '  - list: 2 items',
    '    1: 1',
    '    + 2: 1 name',
    '  none: null',
    '  empty: nothing in it',
  ]);
  expect(said('[]')).toEqual([': an empty list']);
  expect(said('"only"')).toEqual([': only']);
});

test('each can be folded and unfolded', () => {
  expect(said(text, { turned: new Set(['["list"]']) })).toContain('  + list: 2 items');
  expect(said(text, { turned: new Set(['["list",1]']) })).toContain('      deep: true');
});

test('what is looked for is unfolded to, wherever it is', () => {
  expect(said(text, { words: ['deep', 'tru'] })).toEqual([
    '- : 4 names',
    '  theme: dark',
    '  - list: 2 items',
    '    1: 1',
    '    - 2: 1 name',
    '      deep: true *',
    '  none: null',
    '  empty: nothing in it',
  ]);
});

test('places say how many stand beside a value, and a long list is folded at first', () => {
  const rows = layOutTree(parseJson('{"a":1,"b":2}'), none);
  expect(rows.map(({ position, setSize }) => [position, setSize])).toEqual([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  expect(said(JSON.stringify({ long: Array.from({ length: 60 }, (_, index) => index) }))).toEqual([
    '- : 1 name',
    '  + long: 60 items',
  ]);
});
