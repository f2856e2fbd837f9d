import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../text/edits.ts';
import { changeJsonText, editsWithout, type JsonTextChange, readJsonText, withChanges } from './json-text.ts';
import type { Json } from './json-values.ts';

describe('changing JSON by edits of its text', () => {
  test('leaves spacing, order and comments alone', () => {
    const text = '{\n   "b" : [1,  2],\n   // why\n   "a": {"x": 1.50, "y": 1e2}\n}\n';
    const changes: JsonTextChange[] = [
      { path: ['b'], push: [3] },
      { path: ['a', 'z'], value: 'new' },
      { path: ['a', 'x'], value: 2 },
      { path: ['c', 'd'], value: true },
    ];
    expect(changeJsonText(text, changes)).toBe(
      '{\n   "b" : [1,  2, 3],\n   // why\n   "a": {"x": 2, "y": 1e2, "z": "new"},\n   "c": {\n      "d": true\n   }\n}\n',
    );
  });

  test('keeps its indentation, line ends and byte order mark', () => {
    const text = '\uFEFF{\r\n\t"list": [],\r\n\t"of": {}\r\n}';
    expect(
      changeJsonText(text, [
        { path: ['list'], push: [{ a: 1 }, 2] },
        { path: ['of', 'b'], value: null },
      ]),
    ).toBe(
      '\uFEFF{\r\n\t"list": [\r\n\t\t{\r\n\t\t\t"a": 1\r\n\t\t},\r\n\t\t2\r\n\t],\r\n\t"of": {\r\n\t\t"b": null\r\n\t}\r\n}',
    );
  });

  test('adds to a list that ends with a comma', () => {
    expect(
      changeJsonText('{"a": [1, 2,],}', [
        { path: ['a'], push: [3] },
        { path: ['b'], value: 4 },
      ]),
    ).toBe('{"a": [1, 2, 3,], "b": 4,}');
  });

  test('removes a name with its comma', () => {
    const gone = (text: string, ...names: string[]) =>
      changeJsonText(
        text,
        names.map((name) => ({ path: [name], remove: true })),
      );
    const text = '{\n  // one\n  "a": 1, // first\n  "b": 2,\n  "c": 3\n}\n';
    expect(gone(text, 'b')).toBe('{\n  // one\n  "a": 1, // first\n  "c": 3\n}\n');
    expect(gone(text, 'c')).toBe('{\n  // one\n  "a": 1, // first\n  "b": 2\n}\n');
    expect(gone('{"a": 1, "b": 2,}', 'b', 'none')).toBe('{"a": 1,}');
    expect(gone('{"a": 1}', 'a')).toBe('{}');
  });

  test('keeps a trailing comma of a list or object, with its spaces', () => {
    const without = (text: string, path: string) => changeJsonText(text, [{ path: [path], remove: true }]);
    expect(without('{\n  "a": 1,\n  "b": 2,\n}\n', 'b')).toBe('{\n  "a": 1,\n}\n');
    expect(without('{\n  "a": 1, // one\n  "b": 2, // two\n}\n', 'b')).toBe('{\n  "a": 1, // one\n}\n');
    expect(without('{\n  "a": 1,\n}\n', 'a')).toBe('{\n}\n');
    expect(without('{ "a": 1, "b": 2, }', 'b')).toBe('{ "a": 1, }');
    expect(without('{ "a": 1, "b": 2, }', 'a')).toBe('{ "b": 2, }');
    const added = (text: string) => changeJsonText(text, [{ path: ['b'], value: 2 }]);
    expect(added('{\n  "a": 1,\n}\n')).toBe('{\n  "a": 1,\n  "b": 2,\n}\n');
    expect(added('{ "a": 1, }')).toBe('{ "a": 1, "b": 2, }');
    expect(added('{ "a": 1 , }')).toBe('{ "a": 1 , "b": 2, }');
    const pushed = (text: string) => changeJsonText(text, [{ path: ['a'], push: [3] }]);
    expect(pushed('{"a": [ 1, 2, ]}')).toBe('{"a": [ 1, 2, 3, ]}');
    expect(pushed('{"a": [1,2,]}')).toBe('{"a": [1,2, 3,]}');
  });

  test('refuses a change that would be ambiguous', () => {
    expect(() => changeJsonText('{"a": 1', [{ path: ['a'], value: 2 }])).toThrow(/isn’t valid JSON/);
    expect(() => changeJsonText('{"a": 1, "a": 2}', [{ path: ['a'], value: 3 }])).toThrow(/twice/);
    expect(() => changeJsonText('{"a": 1}', [{ path: ['a', 'b'], value: 3 }])).toThrow(
      /“a” in the file isn’t an object/,
    );
    expect(() => changeJsonText('{"a": {}}', [{ path: ['a'], push: [3] }])).toThrow(/“a” in the file isn’t a list/);
    expect(readJsonText(`${'['.repeat(500)}${']'.repeat(500)}`)).toBeUndefined();
  });

  test('reads back as the value with the changes, for any value', () => {
    const key = fc.constantFrom('a', 'b', '__proto__', 'x y', '1');
    // As JSON writes it, which has no -0.
    const value = fc.jsonValue().map((each): Json => JSON.parse(JSON.stringify(each)));
    const object = fc.dictionary(key, value);
    const change = fc.oneof(
      fc.record({ path: fc.array(key, { minLength: 1, maxLength: 3 }), value }),
      fc.record({ path: fc.array(key, { minLength: 1, maxLength: 2 }), remove: fc.constant(true as const) }),
      fc.record({ path: fc.array(key, { minLength: 1, maxLength: 2 }), push: fc.array(value, { maxLength: 2 }) }),
    );
    fc.assert(
      fc.property(
        object,
        fc.array(change, { maxLength: 3 }),
        fc.constantFrom(undefined, 1, '\t'),
        (of, changes, indent) => {
          const text = JSON.stringify(of, null, indent);
          let after: string;
          try {
            after = changeJsonText(text, changes);
          } catch {
            return;
          }
          expect(readJsonText(after)).toEqual(withChanges(JSON.parse(text), changes));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test.each<[what: string, text: string, path: (string | number)[], left: string]>([
  ['the first of a list', '[ "tea", "coffee" ]\n', [0], '[ "coffee" ]\n'],
  ['the last of a list, after a mark at the start', '\uFEFF["tea","coffee"]', [1], '\uFEFF["tea"]'],
  ['the only one', '[\n  "tea"\n]\n', [0], '[\n]\n'],
  ['the only one before a comma', '["tea",]', [0], '[]'],
  ['one on a line, with the comment beside it', '[\n  "tea", // green\n  1 // black\n]', [0], '[\n  1 // black\n]'],
  ['one before a comma on the next line', '[\n  "tea"\n  , 1\n]', [0], '[\n  1\n]'],
  [
    'a name, beside a number longer than numbers are',
    '{"a": 12345678901234567890.10, "b": 2}',
    ['b'],
    '{"a": 12345678901234567890.10}',
  ],
  ['a name that stands there twice', '{"a": 1, "a": 2}', ['a'], '{"a": 1}'],
  ['what is not there', '[1]', [3], '[1]'],
  ['deep inside', '{"a": {"b": [1, 2, 3]}}', ['a', 'b', 1], '{"a": {"b": [1, 3]}}'],
])('removes %s and leaves the rest as it is', (_, text, path, left) => {
  expect(applyEdits(text, editsWithout(text, path))).toBe(left);
});
