import fc from 'fast-check';

/** Text of an item, of one or several lines, with characters that are syntax elsewhere. */
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

/** Items as in Hermes: each once. */
export const randomItems = fc.uniqueArray(randomItem, { maxLength: 8 });

/** A file of items that Hermes accepts unchanged. */
export const randomHermes = randomItems.map((items) => items.join('\n§\n'));

/** Text a person may type as a value, even one that can't be written unchanged. */
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

/** A file as other programs may leave it. */
export const randomLoose = fc
  .array(
    fc.oneof(
      randomText.filter((text) => !text.includes('\ud800')),
      fc.constantFrom('§', '\n§\n', '\r\n§\r\n', '\n\n', ' ', '\ufeff', '\r'),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => fc.constantFrom('\n', '\n§\n', '\r\n§\r\n', '').map((between) => parts.join(between)));
