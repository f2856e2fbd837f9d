import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLines } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import { readArchive, readContext } from './read-document.ts';
import { randomContext } from './testing/random-context.ts';

/** Rereading a part must give the same as reading the whole text, after any change anywhere. */

const cases = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 1500),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121),
};

const piece = fc.oneof(
  fc.constantFrom('', '\n', '\r', '\r\n', ' ', '  ', '\t', '-', '- ', '#', '## Facts (certain)\n', '# x\n', '---\n'),
  fc.constantFrom(
    '```\n',
    '<!--',
    '-->',
    '- b -->\n',
    '- tea: green\n',
    '  more\n',
    '\n\n\n',
    '\uFEFF',
    'version: 2\n',
    '- \n',
  ),
  randomContext,
);
const lineStart = fc.constantFrom('', ' ', '  ', '    ', '\t', '-', '- ', '#', '\n');
/** A change by another program: replaced text, or changed lines. */
const randomEdit = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    at: fc.nat(),
    length: fc.oneof(fc.nat(3), fc.nat(80)),
    insert: piece,
  }),
  fc.record({ kind: fc.constant('copy' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({
    kind: fc.constant('indent' as const),
    at: fc.nat(),
    column: fc.nat(2),
    length: fc.nat(2),
    insert: lineStart,
  }),
);
type RandomEdit = typeof randomEdit extends fc.Arbitrary<infer T> ? T : never;

function edited(text: string, edit: RandomEdit): string {
  const replaced = (from: number, length: number, insert: string): string =>
    text.slice(0, from) + insert + text.slice(from + length);
  if (edit.kind === 'text') {
    return replaced(edit.at % (text.length + 1), edit.length, edit.insert);
  }
  const lines = splitLines(text);
  const line = lines[edit.at % Math.max(1, lines.length)];
  if (!line) {
    return text;
  }
  return edit.kind === 'indent'
    ? replaced(Math.min(line.from + edit.column, line.to), edit.length, edit.insert)
    : replaced(lines[edit.to % lines.length]?.from ?? 0, 0, text.slice(line.from, line.end));
}

const plainLines = (section: string): string =>
  `## ${section}\n${Array.from({ length: 30 }, (_, index) => `- ${section}_${index}: as it was, and as it stays\n`).join('')}`;
/** Mostly a text within a longer one, because a change to more than half rereads everything. */
const randomText = fc.oneof(
  randomContext,
  randomContext.map((text) => `${text}\n${plainLines('Facts')}`),
  randomContext.map((text) => `${plainLines('Patterns')}${text}\n${plainLines('Facts')}`),
);

describe.each([
  ['context', readContext],
  ['archive', readArchive],
])('rereading part of a text in the form %s', (_, read) => {
  test('gives the same as reading all of it', () => {
    fc.assert(
      fc.property(randomText, fc.array(randomEdit, { minLength: 1, maxLength: 3 }), (text, edits) => {
        let before: MemoryDocument = read(text);
        for (const edit of edits) {
          const now = edited(before.text, edit);
          before = read(now, before);
          expect(before).toEqual(read(now));
        }
      }),
      cases,
    );
  });
});

test('reuses entries away from a change, and rereads those around it', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `- key_${index}: value ${index}`);
  const before = readContext(`## Facts (certain)\n${lines.join('\n')}\n`);
  const after = readContext(before.text.replace('value 500\n', 'VALUE 500\n'), before);
  const taken = after.entries.filter((entry, index) => entry === before.entries[index]);
  expect(after.entries[500]?.value).toBe('VALUE 500');
  expect(taken.length).toBeGreaterThan(990);
});

test('rereads frontmatter when its closing line, last in the file, is continued', () => {
  const before = readContext('---\nversion: 3\n---');
  for (const more of ['x\n- a: b\n', '\n- a: b\n', '\n---\n']) {
    expect(readContext(before.text + more, before)).toEqual(readContext(before.text + more));
  }
});
