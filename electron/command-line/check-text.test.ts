import { describe, expect, it } from 'vitest';
import { checkText, findingLine, isAmiss } from './check-text.ts';

const top = '---\nlast_updated: 2026-01-16\nversion: 15\ntoken_estimate: 450\n---\n';
const found = (text: string) =>
  checkText('a.md', text)
    .map(findingLine)
    .map((line) => line.replace(/ [^ ]*[A-Z“].*$/, ''));

describe('what is amiss in a file', () => {
  it('is told with file, line, column, code and message, in the order of the text', () => {
    const text = `${top}\n## Facts\n- [2026-99-99|sure] a: 1\n- é 東京: [2026-01-01\n- empty:\n`;
    expect(checkText('a.md', text).map(findingLine)).toEqual([
      expect.stringMatching(/^a\.md:4:17 estimate_differs The file says 450 tokens; /),
      'a.md:8:3 confidence_unknown “sure” is not a confidence, so “a” counts as certain, like its section.',
      'a.md:8:4 date_impossible The date 2026-99-99 of “a” does not exist, so it counts as unknown.',
      'a.md:10:1 value_empty “empty” has no value.',
    ]);
  });

  it.each([
    ['an empty file', '', []],
    ['no top', '## Facts\n- a: 1\n', ['a.md:1:1 frontmatter_missing']],
    [
      'a byte order mark and other line ends',
      `\uFEFF${top}## Facts\n- [2026-13-01] a: 1\n`.replaceAll('\n', '\r\n'),
      ['a.md:4:17 estimate_differs', 'a.md:7:4 date_impossible'],
    ],
    [
      'an archive, which needs no version',
      '---\narchived_from: global.md\nreason: user_request\n---\n## Archived Facts\n- a: 1\n',
      [],
    ],
    [
      'what only looks like an archive',
      '---\n---\narchived_from: x\n',
      expect.arrayContaining(['a.md:1:1 frontmatter_value_missing']),
    ],
  ])('is looked for in %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('is not a stored estimate that differs', () => {
    expect(checkText('a.md', `${top}## Facts\n- a: 1\n`).filter(isAmiss)).toEqual([]);
  });
});
