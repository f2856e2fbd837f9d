import fc from 'fast-check';

/** Random memories in free markdown, from tidy to half-written, for property tests. */

const words = fc.constantFrom(
  ...[
    'tea',
    'Kaffee',
    '早上',
    '3:30',
    'https://a.b/c',
    '[x]',
    '(y)',
    '<b>',
    '-->',
    '#tag',
    'naïve',
    '\u202Eabc',
    'and',
  ],
  ...[
    'a:b',
    'e.g.:',
    '|',
    '`x: y`',
    '\u00a0',
    '"q"',
    '\u200b',
    '**bold**',
    '**a: b**',
    '[t: x](u.md)',
    '---',
    'key:',
    '：',
    '_',
  ],
);
const phrase = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const key = fc.constantFrom(
  'unit',
  'tea_time',
  'Best time',
  'über',
  '名前',
  '**Bold**',
  '**Bold:**',
  '`code`',
  '[link](u)',
);
const said = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(key, fc.constantFrom(': ', ':', '：', ' '), phrase).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: phrase },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'same', 'same', 'unit: metric', '**Label:**', 'Label:', '**Only bold**', '标签：'),
  },
);
const marker = fc.constantFrom('-', '-', '-', '*', '+', '1.', '2.', '3)', '- [ ]', '- [x]');
const item = fc.tuple(marker, said).map((parts) => parts.filter((part) => part !== '').join(' '));
const indent = (most: number) => fc.integer({ min: 0, max: most }).map((width) => ' '.repeat(width));
const list = fc
  .tuple(
    fc.constantFrom('', '', '', '', '', ' ', '  ', '\t'),
    item,
    fc.array(
      fc.oneof(
        fc.tuple(indent(6), phrase).map(([space, line]) => `  ${space}${line}`),
        fc.tuple(indent(3), item).map(([space, line]) => `  ${space}${line}`),
        fc.constantFrom('', '  ```', '   \t', '\tx', 'lazy', '      - deep'),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([space, first, rest]) => [space + first, ...rest]);
const heading = fc.constantFrom(
  '# Me',
  '## Facts',
  '### Deeper ##',
  '#',
  '#no heading',
  '## Facts',
  '## C#',
  '  ## indented',
);
const cell = fc.constantFrom('a', '', '**Bob**', 'x \\| y', 'key: v', '`p`', 'long cell');
const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => `| ${cells.join(' | ')} |`);
const table = fc
  .tuple(row, fc.constantFrom('|---|---|', '|:-|-:|', ' --- | --- '), fc.array(fc.oneof(row, phrase), { maxLength: 3 }))
  .map(([head, line, rows]) => [head, line, ...rows]);
const block = fc.constantFrom(
  ['```', '## Facts', '- a: 1', '```'],
  ['```ts', '', '  indented', '', '```'],
  ['~~~md', 'x', '~~~'],
  ['<!-- note', '- b: 2', '-->'],
  ['<!-- x -->'],
  ['***'],
  ['---'],
  ['§'],
  ['    code', '', '      more'],
  ['> quote', '> - a'],
  ['>', '> **Note:** x'],
  ['**Name:** Ann', '**Role:** dev'],
  ['Lang: en', 'City: Rome'],
  ['**Label:**', '- a', '- b'],
  ['Label:', '', '1. a', '2. b'],
  ['1. Item', '   - a', '   - b'],
  ['- Tools:', '  - hammer', '  - saw:', '    - sharp'],
  ['<memory>', 'inside', '</memory>'],
  ['<<<<<<< a', '- x', '=======', '- y', '>>>>>>> b'],
  ['Title', '====='],
  ['Title', '---'],
  ['same', '---', '- a'],
  ['Under', ' ----', 'text'],
);
const ending = fc.oneof(
  { weight: 14, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.constantFrom(['```', '- in a fence'], ['<!-- never closed', '## Facts']) },
);
const frontmatter = fc.oneof(
  { weight: 4, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<string[]>(
      ['---', 'name: x', 'description: y: z', '---'],
      ['---', 'name: x', '---', ''],
      ['---', 'no frontmatter', '# at all', '---'],
      ['---', 'never: closed'],
      ['---', '---'],
    ),
  },
);
const lineEnds = fc.oneof(
  { weight: 3, arbitrary: fc.constant(['\n']) },
  { weight: 1, arbitrary: fc.constantFrom(['\r\n'], ['\n', '\r\n'], ['\n', '\r\n', '\r']) },
);

/** Text of a memory. */
export const randomMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    frontmatter,
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: list },
        { weight: 2, arbitrary: heading.map((line) => [line]) },
        { weight: 2, arbitrary: said.map((line) => [line]) },
        { weight: 2, arbitrary: block },
        { weight: 1, arbitrary: table },
        { weight: 5, arbitrary: fc.constant(['']) },
      ),
      { maxLength: 14 },
    ),
    ending,
    lineEnds,
    fc.boolean(),
    fc.constantFrom('', '', '', '\uFEFF'),
  )
  .map(([top, blocks, end, ends, closed, mark]) => {
    const lines = [...top, ...blocks.flat(), ...end];
    const joined = lines.map(
      (line, index) => line + (index === lines.length - 1 && !closed ? '' : (ends[index % ends.length] ?? '\n')),
    );
    return mark + joined.join('');
  });

/** Text a person may type for an entry. */
export const randomValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: phrase },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(phrase, fc.constantFrom('', '  indented', '- nested', '## Facts', '```', '---', '§')), {
        minLength: 1,
        maxLength: 4,
      })
      .map((lines) => lines.join('\n')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

export const randomKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('unit', 'tea_time', 'Best time', 'über', '名前', 'other', 'new') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  { weight: 1, arbitrary: phrase },
);
