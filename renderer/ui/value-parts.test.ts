import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnText, valueParts } from './value-parts.ts';

const text = (said: string) => ({ kind: 'text', text: said });
const list = (...items: string[]) => ({ kind: 'list', items });
const fields = (...pairs: [string, string][]) => ({
  kind: 'fields',
  fields: pairs.map(([label, value]) => ({ label, value })),
});

describe('the parts of an entry’s text', () => {
  test.each([
    ['Portuguese ones go well with inking', [text('Portuguese ones go well with inking')]],
    [
      '{partner: Tiago, daughter: Tilda (9, in May), 10k: 51:40}',
      [fields(['partner', 'Tiago'], ['daughter', 'Tilda (9, in May)'], ['10k', '51:40'])],
    ],
    ['{"a": "b, c", d: {e: f}}', [fields(['a', '"b, c"'], ['d', '{e: f}'])]],
    ['[Tuesday, Thursday]', [list('Tuesday', 'Thursday')]],
    ['before:\n- one\n- two\n  goes on\nafter', [text('before:'), list('one', 'two\ngoes on'), text('after')]],
    ['\n- one\n* two', [list('one', 'two')]],
  ])('of %j', (value, parts) => {
    expect(valueParts(value)).toEqual(parts);
  });

  test.each([
    '{no fields}',
    '{a: b',
    '{a: }',
    '{}',
    '[to be checked]',
    '[a, b](https://example.org)',
    '[a, , b]',
    '[a, (b]',
    '- ',
    '1. numbered\n2. lines',
    '-5 degrees',
    '',
    '{a: b}\n{c: d}',
  ])('%j is only text', (value) => {
    expect(valueParts(value)).toEqual([text(value)]);
  });
});

test.each([
  ['**Bold** and `code`', 'Bold and code'],
  ['see [the page](https://example.org/a)', 'see the page'],
  ['{bench_press: **185**, squat: 225}', 'Bench press: 185, Squat: 225'],
  ['[a, b]', 'a, b'],
  ['pay\u202Eecila', 'pay\u202Eecila'],
])('%j is drawn as %j', (value, drawn) => {
  expect(drawnText(value)).toBe(drawn);
});

test('never fails, and draws every letter and digit of any text', () => {
  const signs = fc.constantFrom('{', '}', '[', ']', '"', ',', ': ', '- ', '\n', 'a', '1', ' ', '**', '`', '_');
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 60 }), (value) => {
      const letters = (of: string): string => of.toLowerCase().replaceAll(/[^a1]/g, '');
      expect(letters(drawnText(value))).toBe(letters(value));
    }),
  );
});
