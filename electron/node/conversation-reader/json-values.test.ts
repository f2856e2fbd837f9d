import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonValues } from './json-values.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What comes of a text that is read some bytes at a time. */
function valuesOf(text: string, partLength: number, maxBytes = 1000, from = 0) {
  const values = createJsonValues(maxBytes, from);
  const bytes = encoder.encode(text);
  const found: (string | null)[] = [];
  for (let at = 0; at < bytes.length; at += partLength) {
    found.push(...values.push(bytes.slice(at, at + partLength)).map((one) => one.bytes && decoder.decode(one.bytes)));
  }
  return values.isComplete() ? found : 'incomplete';
}

test('the values of a list come as they stand in it, however it is cut into parts', () => {
  const property = fc.property(
    fc.array(fc.tuple(fc.jsonValue(), fc.constantFrom(0, 2)), { maxLength: 6 }),
    fc.constantFrom('', ' ', '\n\t '),
    fc.integer({ min: 1, max: 40 }),
    (values, space, partLength) => {
      const texts = values.map(([value, indent]) => JSON.stringify(value, null, indent));
      const list = `${space}[${space}${texts.join(`${space},${space}`)}${space}]${space}`;
      expect(valuesOf(list, partLength, 100_000)).toEqual(texts);
    },
  );
  fc.assert(property);
});

test('brackets and quotes within texts mean nothing', () => {
  const values = ['{"a":"]}\\"[{, \\\\"}', '"],["', '{"\\\\":[{"b":"{"}]}'];
  for (const partLength of [1, 2, 3, 1000]) {
    expect(valuesOf(`[${values.join(',')}]`, partLength)).toEqual(values);
  }
});

test('an object that stands by itself is the one value', () => {
  expect(valuesOf(' {"a": [1, 2]}\n', 3)).toEqual(['{"a": [1, 2]}']);
  expect(valuesOf('\ufeff[{"a":1}]', 100)).toEqual(['{"a":1}']);
});

test.each(['', ' ', '[', '[1', '[1,]', '[,1]', '[1] 2', '{"a":1', '{"a":1}{}', '[{"a":"]'])(
  'what is cut off, or is more than a list, is not complete: %s',
  (text) => {
    expect(valuesOf(text, 2)).toBe('incomplete');
  },
);

test('of a value that is too long, and of those before the first that is wanted, the bytes are left out', () => {
  expect(valuesOf('[1, "long", 3]', 2, 3)).toEqual(['1', null, '3']);
  expect(valuesOf('[1, 2, 3]', 2, 3, 1)).toEqual([null, '2', '3']);
});
