import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonValues } from './json-values.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Results of a text that is read in chunks of some bytes. */
function valuesOf(text: string, partLength: number, maxBytes = 1000, from = 0) {
  const values = createJsonValues(maxBytes, from);
  const bytes = encoder.encode(text);
  const found: (string | null)[] = [];
  for (let at = 0; at < bytes.length; at += partLength) {
    found.push(...values.push(bytes.slice(at, at + partLength)).map((one) => one.bytes && decoder.decode(one.bytes)));
  }
  return values.isComplete() ? found : 'incomplete';
}

test('returns the values of a list unchanged, however the text is split', () => {
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

test('ignores brackets and quotes within texts', () => {
  const values = ['{"a":"]}\\"[{, \\\\"}', '"],["', '{"\\\\":[{"b":"{"}]}'];
  for (const partLength of [1, 2, 3, 1000]) {
    expect(valuesOf(`[${values.join(',')}]`, partLength)).toEqual(values);
  }
});

test('returns a single object as the one value', () => {
  expect(valuesOf(' {"a": [1, 2]}\n', 3)).toEqual(['{"a": [1, 2]}']);
  expect(valuesOf('\ufeff[{"a":1}]', 100)).toEqual(['{"a":1}']);
});

test.each(['', ' ', '[', '[1', '[1,]', '[,1]', '[1] 2', '{"a":1', '{"a":1}{}', '[{"a":"]'])(
  'reports text that is cut off, or more than a list, as incomplete: %s',
  (text) => {
    expect(valuesOf(text, 2)).toBe('incomplete');
  },
);

test('skips the bytes of overlong values, and of values before the first requested one', () => {
  expect(valuesOf('[1, "long", 3]', 2, 3)).toEqual(['1', null, '3']);
  expect(valuesOf('[1, 2, 3]', 2, 3, 1)).toEqual([null, '2', '3']);
});
