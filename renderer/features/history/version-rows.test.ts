import { expect, test } from 'vitest';
import { formatById, ownMemory } from '#shared/formats/formats.ts';
import { rowsOfVersion } from './version-rows.ts';

test('lists all text of a version under its heading, even lines outside entries', () => {
  const text = `---
version: 3
---

# Global Context

## Preferences (certain)

Said by herself.

- language: English

## Facts (certain)
- Keeps bees
`;
  expect(rowsOfVersion(ownMemory.format.read(text))).toEqual([
    { kind: 'heading', title: 'Preferences' },
    { kind: 'line', text: 'Said by herself.' },
    { kind: 'entry', entry: { key: 'language', value: 'English' } },
    { kind: 'heading', title: 'Facts' },
    { kind: 'entry', entry: { key: null, value: 'Keeps bees' } },
  ]);
});

test('names a memory’s own headings as they are, and none in a text without any', () => {
  const markdown = formatById('markdown', 'notes.md');
  expect(rowsOfVersion(markdown.read('## Boats\n\n- moored at nine\n'))).toEqual([
    { kind: 'heading', title: 'Boats' },
    { kind: 'entry', entry: { key: null, value: 'moored at nine' } },
  ]);
  expect(rowsOfVersion(markdown.read('- moored at nine\n')).map(({ kind }) => kind)).toEqual(['entry']);
});
