import { expect, test } from 'vitest';
import { jsonChanges } from './json-changes.ts';

test.each([
  ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['a name', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ path: ['b'], before: '2', after: '3' }]],
  [
    'names that came and went',
    { gone: { deep: 1 }, same: 1 },
    { same: 1, toString: 'x' },
    [
      { path: ['gone'], before: '{"deep":1}', after: null },
      { path: ['toString'], before: null, after: '"x"' },
    ],
  ],
  ['an item in front', ['b', 'c'], ['a', 'b', 'c'], [{ path: [0], before: null, after: '"a"' }]],
  ['an item that went', ['a', 'b', 'c'], ['a', 'c'], [{ path: [1], before: '"b"', after: null }]],
  ['one among equals', ['a', 'a'], ['a', 'a', 'a'], [{ path: [2], before: null, after: '"a"' }]],
  ['inside an item', [{ n: 1, m: 2 }], [{ n: 1, m: 3 }], [{ path: [0, 'm'], before: '2', after: '3' }]],
  ['another kind of value', { a: [1] }, { a: { 0: 1 } }, [{ path: ['a'], before: '[1]', after: '{"0":1}' }]],
  ['what was cleared', { a: 1 }, null, [{ path: [], before: '{"a":1}', after: 'null' }]],
  ['what came first', undefined, { a: 1 }, [{ path: [], before: null, after: '{"a":1}' }]],
])('%s: lists the differences', (_, before, after, changes) => {
  expect(jsonChanges(before, after)).toEqual(changes);
});
