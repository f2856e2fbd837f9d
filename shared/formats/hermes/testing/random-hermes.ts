import fc from 'fast-check';

/** What an item may say: of one line or several, with signs that mean something elsewhere. */
export const randomItem = fc
  .array(
    fc.constantFrom(
      'likes tea',
      'Name: Maren',
      'City: Lisbon',
      '# not a heading',
      '- not a list',
      'a § within',
      '§ first',
      'last §',
      '§§',
      '---',
      '```',
      'ends in\u3000two',
      '\ufeffmarked',
      'the\u2028line',
      'boat 🚤',
      '',
      'x: y: z',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((lines) => lines.join('\n').trim())
  .filter((item) => item !== '');

/** Items as Hermes has them: each once. */
export const randomItems = fc.uniqueArray(randomItem, { maxLength: 8 });

/** A file that Hermes takes as it is, of its items. */
export const randomHermes = randomItems.map((items) => items.join('\n§\n'));

/** What a person may type as a value: also what can't be written as it is. */
export const randomText = fc.oneof(
  { weight: 8, arbitrary: randomItem },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ' white space ',
      '\u00a0no break\u00a0',
      'a\r\nb',
      'a\n§\nb',
      'ends\n§',
      '§\nbegins',
      '§',
      '   ',
      'half \ud800',
      'x'.repeat(3000),
      '\ufeff',
      '\x85next\x85',
    ),
  },
);

/** A file as others may leave it. */
export const randomLoose = fc
  .array(
    fc.oneof(
      randomText.filter((text) => !text.includes('\ud800')),
      fc.constantFrom('§', '\n§\n', '\r\n§\r\n', '\n\n', ' ', '\ufeff', '\r'),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom('\n', '\n§\n', '\r\n§\r\n', '').map((between) => parts.join(between)));
