import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords } from '../../entries/token-estimate.ts';
import { lineEndAfter } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { readFlatMarkdown, readMarkdown } from './read-markdown.ts';
import { randomMarkdown } from './testing/random-markdown.ts';
import { many } from './testing/random-operations.ts';

/** Law 2 of the design over random memories in free markdown, and over any text. */

/** Ranges of a text that are read, in order. */
function placesIn({ text, frontmatter, entries, sections, notUnderstood }: MemoryDocument) {
  const { body } = frontmatter;
  return [
    ...(body ? [{ from: frontmatter.start, to: lineEndAfter(text, body.to) }] : []),
    ...entries.map(({ range, syntax }) => ({ from: range.from, to: syntax.blockEnd })),
    ...sections.map(({ heading }) => heading),
    ...notUnderstood,
  ].sort((one, other) => one.from - other.from);
}

/** A line `§` only ends the item before it. */
const plainly = (between: string): string => between.replace(/^\uFEFF?[ \t]*§\s*$/gm, '').trim();

describe('law 2: reading never throws and never drops', () => {
  const check = (text: string): void => {
    for (const document of [readMarkdown(text), readFlatMarkdown(text)]) {
      let at = 0;
      for (const { from, to } of placesIn(document)) {
        expect(from, 'nothing is read twice').toBeGreaterThanOrEqual(at);
        expect(plainly(text.slice(at, from)), 'nothing is left out').toBe('');
        at = to;
      }
      expect(plainly(text.slice(at))).toBe('');
      for (const { raw, range, syntax } of document.entries) {
        expect(raw).toBe(text.slice(range.from, range.to));
        expect(raw.trim()).not.toBe('');
        const section = document.sections[syntax.section];
        expect(section === undefined || (section.bodyStart <= range.from && range.to <= section.bodyEnd)).toBe(true);
      }
      expect(document.words).toBe(countWords(text));
    }
  };

  test('on files that look like memories', () => {
    fc.assert(fc.property(randomMarkdown, check), many);
  });

  test('on any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), many);
    const parts = ['-', ' ', '\n', '\r', '#', '`', '<!--', '-->', ':', '[', ']', '|', 'a', '---', '\t', '\uFEFF', '**'];
    const mixed = fc.array(fc.constantFrom(...parts, '1.', '>', '§', '：'), { maxLength: 40 });
    fc.assert(
      fc.property(
        mixed.map((each) => each.join('')),
        check,
      ),
      many,
    );
  });
});
