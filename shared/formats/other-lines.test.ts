import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextFormat } from './context/format.ts';
import { randomContext } from './context/testing/random-context.ts';
import { markdownFormat } from './markdown/format.ts';
import { otherLinesOf } from './other-lines.ts';

const linesOf = (text: string, format = contextFormat) =>
  otherLinesOf(format)(format.read(text)).map(({ line, text: said }) => `${line} ${said}`);

test('lists lines outside entries and headings that name no section, in file order', () => {
  const text =
    '# Global Context\n\nhello\n\n## Facts (certain)\n### Sub\n\n### Other\n- a: 1\n\n## Household\n\n***\n## Insights\n';
  expect(linesOf(text)).toEqual(['3 hello', '6 ### Sub', '8 ### Other', '11 ## Household', '13 ***']);
  expect(linesOf('# Me\r\n\r\n## Likes\r\n- tea\r\n\r\n## Later\r\n', markdownFormat)).toEqual([
    '1 # Me',
    '6 ## Later',
  ]);
  // In free markdown a heading with entries is a section.
  expect(linesOf('## Household\n- dog: Rex\n')).toEqual(['1 ## Household']);
  expect(linesOf('## Household\n- dog: Rex\n', markdownFormat)).toEqual([]);
});

test('takes a heading only at the start of a line or after a byte order mark, not after other separators', () => {
  expect(linesOf('\uFEFF# Me\n\n## Likes\n- tea\n', markdownFormat)).toEqual(['1 # Me']);
  expect(linesOf('\uFEFF# Global Context\n\n\uFEFF## Sub\n')).toEqual(['3 \uFEFF## Sub']);
  expect(linesOf('- tea\u2028## Likes\n')).toEqual([]);
  expect(linesOf('## Later\u2028or never\n')).toEqual(['1 ## Later\u2028or never']);
});

test('splits a block longer than a row into several without loss', () => {
  const block = `<!--\n${'a line\n'.repeat(600)}${'x'.repeat(5000)}\nlast\n-->`;
  const lines = otherLinesOf(contextFormat)(contextFormat.read(`## Facts\n${block}\n- a: 1\n`));
  expect(lines.map(({ line }) => line)).toEqual([2, 288, 573, 603, 603, 603]);
  expect(lines.every(({ text }) => text.length <= 2000)).toBe(true);
  expect(
    lines
      .map(({ text }) => text)
      .join('')
      .replace(/\s/g, ''),
  ).toBe(block.replace(/\s/g, ''));
});

test('lists, together with the entries, every line except standard headings', () => {
  fc.assert(
    fc.property(randomContext, (text) => {
      const document = contextFormat.read(text);
      const words = (said: string): string[] => said.split(/\s+/).filter(Boolean);
      const shown = new Map<string, number>();
      const all = [
        ...otherLinesOf(contextFormat)(document).map((line) => line.text),
        ...document.entries.map(({ raw }) => raw),
        ...document.sections.flatMap(({ category, title, heading }) =>
          category !== null || title === 'Global Context' ? [text.slice(heading.from, heading.to)] : [],
        ),
      ];
      for (const word of all.flatMap(words)) {
        shown.set(word, (shown.get(word) ?? 0) + 1);
      }
      const body = text
        .slice(document.frontmatter.body?.to ?? document.frontmatter.start)
        .replace(/^(?:---|\.\.\.)/, '');
      for (const word of words(body.replace('\uFEFF', ''))) {
        expect(shown.get(word), word).toBeGreaterThan(0);
        shown.set(word, (shown.get(word) ?? 0) - 1);
      }
    }),
    { numRuns: 500 },
  );
});
