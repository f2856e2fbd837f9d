import { describe, expect, test } from 'vitest';
import { chunksOf } from './text-chunks.ts';

/** Chunks in short form: [match], look:text. */
function shown(text: string, words: readonly string[] = [], markdown = true): string[] {
  return chunksOf(text, words, markdown).map((chunk) => {
    if (chunk.kind === 'hidden') {
      return chunk.count === 1 ? chunk.code : `${chunk.code} and ${chunk.count - 1} more`;
    }
    const text = chunk.hit ? `[${chunk.text}]` : chunk.text;
    return chunk.look === null ? text : `${chunk.look}:${text}`;
  });
}

describe('search matches', () => {
  test.each([
    ['Sleeps better after a walk', ['walk'], ['Sleeps better after a ', '[walk]']],
    ['Walks, WALKS', ['walk'], ['[Walk]', 's, ', '[WALK]', 'S']],
    ['overlapping', ['over', 'verla'], ['[overla]', 'pping']],
    ['İstanbul in May', ['may'], ['İstanbul in ', '[May]']],
    ['nothing', ['something'], ['nothing']],
    ['', ['a'], ['']],
  ])('in “%s”', (text, words, chunks) => {
    expect(shown(text, words)).toEqual(chunks);
  });

  test('beside hidden characters', () => {
    expect(shown('to\u200Bday is today', ['day'])).toEqual(['to', 'U+200B', '[day]', ' is to', '[day]']);
    expect(shown('to\u202E\u200Bday', ['day'])).toEqual(['to', 'U+202E and 1 more', '[day]']);
  });
});

describe('light markdown', () => {
  test.each([
    ['**Editor**: vim', ['sign:**', 'strong:Editor', 'sign:**', ': vim']],
    ['run `npm test` first', ['run ', 'sign:`', 'code:npm test', 'sign:`', ' first']],
    ['*never* on _Fridays_', ['sign:*', 'emphasis:never', 'sign:*', ' on ', 'sign:_', 'emphasis:Fridays', 'sign:_']],
    ['`**not** strong`', ['sign:`', 'code:**not** strong', 'sign:`']],
    ['unit_preference_is 3 * 4 * 5', ['unit_preference_is 3 * 4 * 5']],
    ['**open and never closed', ['**open and never closed']],
    ['<b>no HTML</b>', ['<b>no HTML</b>']],
    ['__init__ and __very much__', ['__init__ and ', 'sign:__', 'strong:very much', 'sign:__']],
    [
      'see [the _page_](https://example.org/a_b), now',
      ['see ', 'sign:[', 'link:the _page_', 'sign:](https://example.org/a_b)', ', now'],
    ],
    ['at https://example.org/maren_draws_x.', ['at ', 'link:https://example.org/maren_draws_x', '.']],
    ['(https://example.org/a_(b)).', ['(', 'link:https://example.org/a_(b)', ').']],
    ['[run](javascript:alert(1)) [x](file:///a)', ['[run](javascript:alert(1)) [x](file:///a)']],
  ])('in “%s”', (text, chunks) => {
    expect(shown(text)).toEqual(chunks);
  });

  test('a link has its target', () => {
    const links = chunksOf('[a](https://b.example) https://c.example', [], true).flatMap((chunk) =>
      chunk.kind === 'text' && chunk.href !== undefined ? [[chunk.text, chunk.href]] : [],
    );
    expect(links).toEqual([
      ['a', 'https://b.example'],
      ['https://c.example', 'https://c.example'],
    ]);
  });

  test('together with search matches', () => {
    expect(shown('**Editor**: vim', ['it'])).toEqual([
      'sign:**',
      'strong:Ed',
      'strong:[it]',
      'strong:or',
      'sign:**',
      ': vim',
    ]);
  });

  test('stays plain text if not requested', () => {
    expect(shown('**a**', [], false)).toEqual(['**a**']);
  });
});

test('chunks add up to the whole text, and a hostile text takes no time', () => {
  const hostile = '**a `b _c '.repeat(20_000);
  expect(
    chunksOf(hostile, ['a', 'b'], true)
      .map((chunk) => (chunk.kind === 'text' ? chunk.text : ''))
      .join(''),
  ).toBe(hostile);
});
