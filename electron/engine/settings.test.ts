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
  ])('that are %s are said, and none are read', (_, bad) => {
    const { settings, problems } = readSettings(bad);
    expect(settings.memoryFiles).toEqual([]);
    expect(problems.join()).toContain('memory_files');
  });

  test('change places with their comments', () => {
    expect(writeSettings(text, { memoryFiles: ['~/notes.md', './AGENTS.md'] })).toBe(`# mine
memory_files:
  - ~/notes.md
  # the team's
  - ./AGENTS.md   # first
token_limit: 900
`);
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
