import { describe, expect, test } from 'vitest';
import { noFlags } from '../entries/entry.ts';
import { estimate } from '../entries/measure.ts';
import { renderContext } from './render-context.ts';
import { startText } from './start-text.ts';
import { cutToLines, roomForMemory, withinLimit } from './within-limit.ts';

const block = renderContext(['one', 'two', 'three'].map((value) => ({ key: null, value, flags: noFlags })));

test.each([
  [block.length, block, 4],
  [
    block.length - '\n</global-context>'.length - 1,
    '<global-context>\n0-- one\n1-- two\n</global-context>\n\n[Cut off here: 1 line of it is left out. Why.]',
    3,
  ],
  [0, '<global-context>\n</global-context>\n\n[Cut off here: 3 lines of it are left out. Why.]', 1],
])('cuts a block to its last whole line within %i characters, and closes it', (most, text, lines) => {
  expect(cutToLines(block, most, 'it', 'Why.')).toEqual({ text, lines });
});

test.each([
  [3, 'a\nb\n\n[Cut off here: 1 line of it is left out. Why.]'],
  [2, 'a\n\n[Cut off here: 2 lines of it are left out. Why.]'],
  [0, '[Cut off here: 3 lines of it are left out. Why.]'],
  [-9, '[Cut off here: 3 lines of it are left out. Why.]'],
])('cuts a text to its last whole line within %i characters', (most, text) => {
  expect(cutToLines('a\nb\nccc', most, 'it', 'Why.').text).toBe(text);
});

describe('a start', () => {
  const elsewhere = { file: 'Read the file.', memory: 'Search the rest.' };
  const within = (limit: number) => {
    const files = [{ name: 'A', text: 'a b c\nd e f\n' }];
    const memory = { name: 'global.md', text: block };
    const { tokens, ...start } = startText({ files, guidance: 'Guide.', memory }, limit, estimate);
    return { ...start, tokens: { total: tokens, limit } };
  };

  test('is unchanged within its limit', () => {
    const start = within(1000);
    expect(withinLimit(start, elsewhere)).toBe(start);
    expect(roomForMemory(start)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is cut at the limit, in the memory', () => {
    const { text, parts } = withinLimit(within(19), elsewhere);
    expect(text).toBe(
      '[Context from A]\n\na b c\nd e f\n\nGuide.\n\n<global-context>\n0-- one\n1-- two\n</global-context>\n\n[Cut off here: 1 line of global.md is left out. All an assistant starts with has 23 tokens, over the limit of 19. Search the rest.]',
    );
    expect(parts.map(({ from, to }) => text.slice(from, to)).join('\n\n')).toBe(text);
  });

  test('is cut at the limit, in a file, and keeps the frame of the memory', () => {
    const { text } = withinLimit(within(8), elsewhere);
    expect(text).toContain('[Context from A]\n\na b c\n\n[Cut off here: 1 line of A is left out. ');
    expect(text).toContain('\n\nGuide.\n\n<global-context>\n</global-context>\n\n[Cut off here: 3 lines of global.md');
  });
});
