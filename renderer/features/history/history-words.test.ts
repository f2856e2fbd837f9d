import { expect, test } from 'vitest';
import { changeTitle, fileOfVersion } from './history-words.ts';

test.each([
  ['context', 'MEMORY.md', ''],
  ['settings', 'settings.yaml', 'settings'],
  ['archive', 'archive/old.md', 'archive old.md'],
  ['other', 'topics/tea.md', 'tea.md'],
] as const)('words for a version of %s %s “%s”', (kind, file, words) => {
  expect(fileOfVersion({ kind, file })).toBe(words);
});

test.each([
  ['context', 'MEMORY.md', 'First version'],
  ['settings', 'settings.yaml', 'First version of the settings'],
  ['archive', 'archive/global-2026-05-03.md', 'First version of the archive of 3 May 2026'],
  ['other', 'topics/tea.md', 'First version of tea.md'],
] as const)('words for the first reading of %s %s “%s”', (kind, file, words) => {
  expect(changeTitle({ who: 'outside', label: 'First version', kind, file })).toBe(words);
});
