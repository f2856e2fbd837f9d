import { expect, test } from 'vitest';
import { importsIn } from './imports.ts';

test.each<[string, string, readonly (readonly [path: string, line: number])[]]>([
  [
    'a path after a blank or at the start of a line',
    '# A\n@docs/style.md and @./b.md\n- see @~/c.md\n',
    [
      ['docs/style.md', 2],
      ['./b.md', 2],
      ['~/c.md', 3],
    ],
  ],
  [
    'a path with escaped blanks, without the part after #',
    '@my\\ notes.md\n@a.md#part\n',
    [
      ['my notes.md', 1],
      ['a.md', 2],
    ],
  ],
  ['no address and no mark', 'write to ann@b.md, (@c.md) @@d.md @#e @ f.md\n', []],
  ['nothing in code spans', 'use `@a.md` or ``x ` @b.md`` but @c.md `\n', [['c.md', 1]]],
  ['nothing in fences, nested ones too', '```\n@a.md\n```\n- x\n  ~~~sh\n  @b.md\n  ~~~\n@c.md\n', [['c.md', 8]]],
  ['nothing in a fence that never ends', '@a.md\n```\n@b.md\n', [['a.md', 1]]],
  ['nothing in indented code', 'x\n\n    @a.md\n\n@b.md\n', [['b.md', 5]]],
  ['nothing in comments', '<!-- @a.md\n@b.md -->\n@c.md <!-- @d.md -->\n', [['c.md', 3]]],
  ['a code span that is not closed in its paragraph is none', 'a ` b\n\n@a.md ` c\n', [['a.md', 3]]],
  [
    'line ends of any kind',
    '\uFEFF@a.md\r\n\r\n@b.md\r',
    [
      ['a.md', 1],
      ['b.md', 3],
    ],
  ],
])('%s', (_, text, wanted) => {
  expect(importsIn(text).map(({ path, line }) => [path, line])).toEqual(wanted);
});

test('tells possible paths from certain ones', () => {
  const said = (path: string) => importsIn(`x @${path} y`).map(({ isMeant }) => isMeant);
  expect(['a.md', './a', '~/a', '/a', 'b/c.txt'].map(said)).toEqual([[true], [true], [true], [true], [true]]);
  expect(['ann', 'types/node', 'README'].map(said)).toEqual([[false], [false], [false]]);
});

test('takes linear time for a text of nothing but marks', () => {
  const runs = Array.from({ length: 1500 }, (_, at) => '`'.repeat(at + 1)).join(' ');
  expect(importsIn(`${runs} @a.md`)).toHaveLength(1);
  expect(importsIn('<!--'.repeat(200_000))).toEqual([]);
});
