import { describe, expect, test } from 'vitest';
import { readSettings, writeSettings } from './settings.ts';

const text = `# mine
memory_files:
  # the team's
  - ./AGENTS.md   # first
  - ~/notes.md
token_limit: 900
`;

describe('memory files in the settings', () => {
  test('are read in order', () => {
    expect(readSettings(text).settings.memoryFiles).toEqual(['./AGENTS.md', '~/notes.md']);
  });

  test.each([
    ['something else', 'memory_files: 7\n'],
    ['a list of something else', 'memory_files: [1, {a: b}]\n'],
    ['an empty name', 'memory_files: [""]\n'],
  ])('are reported, and none read, when they are %s', (_, bad) => {
    const { settings, problems } = readSettings(bad);
    expect(settings.memoryFiles).toEqual([]);
    expect(problems.join()).toContain('memory_files');
  });

  test.each<[string, string, readonly string[]]>([
    ['a number', 'memory_files:\n  - a\n  - 5\n  - b\n', ['a', 'b']],
    ['an empty name', 'memory_files: ["", a]\n', ['a']],
    ['a map', 'memory_files:\n  - a\n  - b: c\n', ['a']],
  ])('are read beside %s, which is reported', (_, bad, memoryFiles) => {
    const { settings, problems, listProblem } = readSettings(bad);
    expect(settings.memoryFiles).toEqual(memoryFiles);
    expect(problems).toEqual([listProblem]);
    expect(listProblem).toContain('so it is skipped');
  });

  test('are not written when they are more than the file can hold', () => {
    const memoryFiles = Array.from({ length: 200 }, (_, index) => `./${index}${'x'.repeat(4000)}`);
    expect(() => writeSettings(text, { memoryFiles })).toThrow('more than settings.yaml can hold');
  });

  test('are reported as none in a file that is no YAML', () => {
    expect(readSettings('memory_files: [a\n').listProblem).toContain('settings.yaml can’t be read');
  });

  test('change around invalid paths, which stay', () => {
    const bad = 'memory_files:\n  - a\n  # five\n  - 5\n  - b # two\n  # - c\ntoken_limit: 900\n';
    expect(writeSettings(bad, { memoryFiles: ['b', 'a', 'd'] })).toBe(
      'memory_files:\n  - b # two\n  # five\n  - 5\n  - a\n  - d\n  # - c\ntoken_limit: 900\n',
    );
    expect(writeSettings(bad, { memoryFiles: [] })).toBe('memory_files:\n  # five\n  - 5\n  # - c\ntoken_limit: 900\n');
  });

  test.each(['memory_files: [a, 5]\n', 'memory_files: 7\n', 'memory_files:\n  - a\n  - b: c\n    d: e\n'])(
    'are left unchanged if something else would be lost: %j',
    (bad) => {
      expect(() => writeSettings(bad, { memoryFiles: ['a', 'b'] })).toThrow(/would be lost.*Nothing was changed/);
    },
  );

  test('move with their comments', () => {
    expect(writeSettings(text, { memoryFiles: ['~/notes.md', './AGENTS.md'] })).toBe(`# mine
memory_files:
  - ~/notes.md
  # the team's
  - ./AGENTS.md   # first
token_limit: 900
`);
  });

  test('on several lines keep their lines, and invalid paths keep their place', () => {
    const folded = 'memory_files:\n  # long\n  - >-\n    ./a\n    b.md\n  -\n  # two\n\n  - b\n# end\n';
    expect(writeSettings(folded, { memoryFiles: ['b', './a b.md', 'c'] })).toBe(
      'memory_files:\n  # two\n\n  - b\n  -\n  # long\n  - >-\n    ./a\n    b.md\n  - c\n# end\n',
    );
  });

  test('are inserted before a comment at their place', () => {
    expect(writeSettings('memory_files: # none yet\n', { memoryFiles: ['a'] })).toBe(
      'memory_files:  ["a"] # none yet\n',
    );
  });

  test.each<[string, string, readonly string[]]>([
    ['added', text, ['./AGENTS.md', '~/notes.md', './a: b.md', '- c', '#d']],
    ['removed', text, ['~/notes.md']],
    ['all removed', text, []],
    ['in one line', 'memory_files: [a, "b"] # two\ntoken_limit: 900\n', ['b', 'c, d']],
    ['the last in the file', 'token_limit: 900\nmemory_files:\n- a\n- b', ['b', 'a', 'c']],
    ['the last in the file, removed', 'token_limit: 900\nmemory_files:\n- a\n- b', []],
    ['new', '# mine\ntoken_limit: 900', ['~/a.md']],
    ['without a value before', 'memory_files:\ntoken_limit: 900\n', ['a']],
    ['empty before', 'memory_files: []\ntoken_limit: 900\n', ['a', 'b']],
    ['in a file with two-character line ends', text.replaceAll('\n', '\r\n'), ['~/notes.md', 'x']],
  ])('%s read back, and the rest stays', (_, before, memoryFiles) => {
    const after = writeSettings(before, { memoryFiles: [...memoryFiles] });
    expect(readSettings(after)).toEqual({ settings: { ...readSettings(before).settings, memoryFiles }, problems: [] });
    expect(after).toContain('token_limit: 900');
    expect(after.includes('# mine')).toBe(before.includes('# mine'));
  });
});
