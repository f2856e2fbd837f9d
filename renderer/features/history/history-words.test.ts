import { expect, test } from 'vitest';
import { fileOfVersion } from './history-words.ts';

test.each([
  ['context', 'MEMORY.md', ''],
  ['settings', 'settings.yaml', 'settings'],
  ['archive', 'archive/old.md', 'archive old.md'],
  ['other', 'topics/tea.md', 'tea.md'],
] as const)('a version of %s %s is of “%s”', (kind, file, words) => {
  expect(fileOfVersion({ kind, file })).toBe(words);
});
