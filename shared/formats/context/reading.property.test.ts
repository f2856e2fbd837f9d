import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords } from '../../entries/token-estimate.ts';
import { splitLines } from '../../text/lines.ts';
import { readContext } from './read-document.ts';
import { randomContext } from './testing/random-context.ts';
import { many } from './testing/random-operations.ts';

/** Law 2 of the design over random files, and over any text. */

describe('law 2: reading never throws and never drops', () => {
  const check = (text: string): void => {
    const document = readContext(text);
    let covered = document.frontmatter.body
      ? splitLines(text).findIndex((line) => line.from === document.frontmatter.body?.to) + 1
      : 0;
    const places = [...document.entries.map(({ range }) => range), ...document.notUnderstood].sort(
      (a, b) => a.from - b.from,
    );
    const lines = splitLines(text);
    covered = Math.max(covered, document.frontmatter.status === 'unclosed' ? 1 : 0);
    for (const line of lines.slice(covered)) {
      const content = text.slice(line.from, line.to).replace(/^\uFEFF/, '');
      const inPlace = places.some(
        (place) => place.from <= Math.max(line.from, document.frontmatter.start) && line.to <= place.to,
      );
      expect(
        inPlace || content.trim() === '' || /^#{1,6}(?:[ \t]|$)/.test(content),
        `line ${JSON.stringify(content)} is dropped`,
      ).toBe(true);
    }
    for (const [index, place] of places.entries()) {
      expect(place.from).toBeGreaterThanOrEqual(places[index - 1]?.to ?? 0);
    }
    for (const entry of document.entries) {
      expect(entry.raw).toBe(text.slice(entry.range.from, entry.range.to));
    }
    expect(document.words).toBe(countWords(text));
  };

  test('on files that look like context files', () => {
    fc.assert(fc.property(randomContext, check), many);
  });

  test('on any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), many);
    fc.assert(
      fc.property(
        fc
          .array(
            fc.constantFrom(
              '-',
              ' ',
              '\n',
              '\r',
              '#',
              '`',
              '<!--',
              '-->',
              ':',
              '[',
              ']',
              '|',
              'a',
              '2026-01-01',
              '---',
              '\t',
              '\uFEFF',
            ),
            { maxLength: 40 },
          )
          .map((parts) => parts.join('')),
        check,
      ),
      many,
    );
  });
});
