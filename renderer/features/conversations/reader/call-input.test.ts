import { describe, expect, test } from 'vitest';
import { callInWords } from './blocks.ts';
import { changesIn, type DiffLine, diffLines } from './call-input.ts';

const shown = (lines: readonly DiffLine[] = []): string[] =>
  lines.map(({ sign, text }) => (sign === 'gap' ? `…${text}` : `${sign}${text}`));

describe('the changes of a call', () => {
  test('are shown as removed and added lines, with their neighbours', () => {
    const before = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('');
    const after = before.replace('line 10\n', 'line ten\nand more\n');
    expect(shown(diffLines(before, after))).toEqual([
      '…',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+line ten',
      '+and more',
      ' line 11',
      ' line 12',
      ' line 13',
      '…',
    ]);
  });

  test('include every removed or added line, however many', () => {
    const before = Array.from({ length: 3000 }, (_, line) => `old ${line}`).join('\n');
    const lines = diffLines(before, 'new');
    expect(lines.filter(({ sign }) => sign === '-')).toHaveLength(3000);
    expect(shown(lines).at(-1)).toBe('+new');
  });

  test.each([
    ['Edit', { file_path: '/a.ts', old_string: 'one', new_string: 'two' }, [['/a.ts', '-one', '+two']]],
    [
      'MultiEdit',
      {
        file_path: '/a.ts',
        edits: [
          { old_string: 'one', new_string: '' },
          { old_string: 'b', new_string: 'c' },
        ],
      },
      [
        ['/a.ts', '-one'],
        ['/a.ts', '-b', '+c'],
      ],
    ],
    ['Write', { file_path: '/a.ts', content: 'one\ntwo\n' }, [['/a.ts', '+one', '+two']]],
    ['edit', { path: 'a.ts', oldText: 'x', newText: 'y' }, [['a.ts', '-x', '+y']]],
  ])('%s', (name, input, expected) => {
    const changes = changesIn(name, JSON.stringify(input, null, 2));
    expect(changes?.map(({ file, lines }) => [file, ...shown(lines)])).toEqual(expected);
  });

  test('are read from a patch, file by file', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n@@ here\n one\n-two\n+three\n*** Add File: b.ts\n+new\n*** End Patch';
    for (const input of [
      patch,
      JSON.stringify({ command: ['apply_patch', patch] }),
      JSON.stringify({ input: patch }),
    ]) {
      expect(changesIn('shell', input)?.map(({ file, lines }) => [file, ...shown(lines)])).toEqual([
        ['a.ts', '…here', ' one', '-two', '+three'],
        ['b.ts', '+new'],
      ]);
    }
  });

  test.each([
    ['Bash', '{"command":"ls"}'],
    ['Read', '{"file_path":"/a.ts"}'],
    ['TodoWrite', '{"todos":[{"content":"tea"}]}'],
    ['anything', '{"edits":[null,3,"x"]}'],
    ['anything', '{broken'],
    ['anything', '[1]'],
    ['anything', ''],
  ])('are none for %s with %s', (name, input) => {
    expect(changesIn(name, input)).toBeNull();
  });
});

test.each([
  ['{"pattern":"tea","path":"/src"}', '/src'],
  ['{"command":["git","status"]}', 'git status'],
  ['{"description":"List files","command":"ls\\n  -l"}', 'ls -l'],
  ['{"todos":[{"content":"tea"}],"why":"because"}', 'because'],
  ['{"count":3}', 'count: 3'],
  ['{"place":{"city":"Graz"},"days":3}', 'place: city: Graz days: 3'],
  ['{}', ''],
  ['null', ''],
  ['plain words', 'plain words'],
  ['*** Begin Patch\n*** Update File: src/tea.ts\n-a\n*** Add File: b.ts\n+b\n*** End Patch', 'src/tea.ts, b.ts'],
])('names for a call with %s the subject “%s”', (input, words) => {
  expect(callInWords(input)).toBe(words);
});
