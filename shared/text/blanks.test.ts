import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from '../prompt/line-text.ts';
import { trimBlankLines, trimBlanks } from './blanks.ts';
import { headingTitle } from './heading-title.ts';

/** The same functions as one pattern each, which take quadratic time for long runs of blanks. */
const byPattern = {
  trimBlanks: (text: string) => text.replace(/^[ \t]+|[ \t]+$/g, ''),
  trimBlankLines: (text: string) => text.replace(/^[ \t\n]+|[ \t\n]+$/g, ''),
  headingTitle: (text: string) => /^(.*?)(?:(?:^|[ \t]+)#+)?[ \t]*$/.exec(text.trimStart())?.[1]?.trim(),
  oneLine: (text: string) => text.replace(/[ \t]*[\n\v\u2028]+[ \t]*/g, ' ').replaceAll('\t', ' '),
};

test.each([
  ['trimBlanks', trimBlanks],
  ['trimBlankLines', trimBlankLines],
  ['headingTitle', headingTitle],
  ['oneLine', oneLine],
] as const)('%s removes the same as its pattern', (name, trim) => {
  const pieces = name === 'headingTitle' ? [' ', '\t', '#', 'a', '  '] : [' ', '\t', '\n', 'a', '#', '\u2028', '\v'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(trim(text)).toBe(byPattern[name](text));
    }),
    { seed: 20261122, numRuns: 2000 },
  );
});

test('takes one pass for a million blanks', () => {
  const blanks = ' '.repeat(1_000_000);
  expect(oneLine(`a${blanks}b`)).toBe(`a${blanks}b`);
  expect(trimBlankLines(`a${blanks}b`)).toHaveLength(1_000_002);
  expect(headingTitle(`a${blanks}b`)).toHaveLength(1_000_002);
});
