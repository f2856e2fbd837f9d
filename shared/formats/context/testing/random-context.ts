import fc from 'fast-check';

/** Random context files, from tidy to half-written, for property tests. */

const words = fc.constantFrom(
  ...[
    'tea',
    'Kaffee',
    '早上',
    'run',
    '3:30',
    'https://a.b/c',
    '[x]',
    '(y)',
    '<b>',
    '-->',
    '- no',
    '#tag',
    'naïve',
    '👩‍👩‍👧',
    '\u202Eabc',
  ],
  ...[
    'a:b',
    'e.g.:',
    '|',
    ']',
    '`x`',
    '\u00a0',
    '"q"',
    '{a: 1}',
    '\u200b',
    '٣',
    '**bold**',
    'until=2026-01-01',
    '---',
    'key:',
  ],
);
const phrase = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const key = fc.constantFrom('unit', 'tea_time', 'Best time', 'über', 'a-b', '名前', 'x', '**Bold**', 'language');
const date = fc.constantFrom('2026-01-16', '2025-12-01', '2026-99-99', '2024-02-29');
const field = fc.constantFrom('certain', 'likely', 'tentative', 'Certain', 'maybe', '');
const flag = fc.constantFrom(
  'pinned',
  'until=2027-01-01',
  'until=2020-01-01',
  'by_hand',
  'confirmed',
  'x-own',
  'until=soon',
  'about=person:Sarah Chen',
  'about=thing:',
  'about=dog:Rex',
);
const bracket = fc.oneof(
  date.map((day) => `[${day}]`),
  fc.tuple(date, field).map(([day, confidence]) => `[${day}|${confidence}]`),
  fc
    .tuple(
      date,
      field,
      fc.constantFrom('post_query', 'user_correction: said so', 'parsed_from_file', ''),
      fc.array(flag, { maxLength: 3 }),
    )
    .map(([day, ...rest]) => `[${[day, rest[0], rest[1], ...rest[2]].join('|')}]`),
  fc.constantFrom('[2026-01-10|ten', '[ ]', '[x] ', '[link](https://a.b)', '[2026-01-10](u)'),
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(key, fc.constantFrom(': ', ':', ' : '), phrase).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: phrase },
  { weight: 1, arbitrary: fc.constantFrom('', 'unit:', ': x', 'same', 'same', 'unit: metric', 'unit: metric') },
);
const entryLine = fc
  .tuple(fc.constantFrom('-', '-', '-', '*', '+'), fc.option(bracket, { nil: '', freq: 2 }), text)
  .map(([marker, before, after]) => [marker, before, after].filter((part) => part !== '').join(' '));
const indent = (most: number) => fc.integer({ min: 0, max: most }).map((width) => ' '.repeat(width));
const entry = fc
  .tuple(
    fc.constantFrom('', '', '', '', '', ' ', '  ', '\t'),
    entryLine,
    fc.array(
      fc.oneof(
        fc.tuple(indent(6), phrase).map(([space, line]) => `  ${space}${line}`),
        fc.tuple(indent(2), entryLine).map(([space, line]) => `  ${space}${line}`),
        fc.constantFrom('', '  ```', '   \t', '\tx'),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([space, first, rest]) => [space + first, ...rest]);
const heading = fc.constantFrom(
  ...['## Preferences (certain)', '## Patterns (likely)', '## Facts (certain)', '## Insights (tentative)'],
  ...['## preferences', '## INSIGHTS', '## Facts (of life)', '### Facts', '# Insights', '## Patterns (likely) ##'],
  ...['## Household', '# Global Context', '### Sub', '#', '#no heading', '## Preferences'],
);
const other = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['']) },
  { weight: 2, arbitrary: phrase.map((line) => [line]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['```', '## Facts', '- a: 1', '```'],
      ['<!-- note', '- b: 2', '-->'],
      ['<!-- x -->'],
      ['***'],
      ['    code'],
      ['~~~md', 'x', '~~~'],
    ),
  },
);
const ending = fc.oneof(
  { weight: 12, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.constantFrom(['```', '- in a fence'], ['<!-- never closed', '## Facts']) },
);
const frontmatter = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constant(['---', 'last_updated: 2026-01-16', 'version: 15', 'token_estimate: 450', '---', '']),
  },
  {
    weight: 2,
    arbitrary: fc.constant([
      '---',
      '# mine',
      'assistant: Quill',
      'version:   "3" # three',
      'last_updated: 2026-01-16',
      'token_estimate: 1',
      '...',
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<string[]>(
      [],
      ['---', 'version: 3'],
      ['---', 'version: [', 'last_updated: 2026-01-16', '---'],
      ['---', 'version: x', 'last_updated: 2026-13-45', '---'],
      ['---', '---'],
      ['---', 'version: 2', 'version: 3', 'oops', '---'],
      ['---', 'version:', 'token_estimate: -1', '---'],
      ['---', '- a list', '---'],
    ),
  },
);
const lineEnds = fc.oneof(
  fc.constant(['\n']),
  fc.constant(['\r\n']),
  fc.constant(['\n', '\r\n']),
  fc.constant(['\n', '\r\n', '\r']),
);

/** Text of a context file. */
export const randomContext: fc.Arbitrary<string> = fc
  .tuple(
    frontmatter,
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: entry },
        { weight: 3, arbitrary: heading.map((line) => [line]) },
        { weight: 2, arbitrary: other },
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
  phrase,
  fc
    .array(fc.oneof(phrase, fc.constantFrom('', '  indented', '- nested', '## Facts', '```', '---')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

export const randomKey: fc.Arbitrary<string> = fc.oneof(key, fc.string({ unit: 'binary', maxLength: 8 }), phrase);
