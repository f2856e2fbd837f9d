import { expect, test } from 'vitest';
import { formatById, ownMemory } from '#shared/formats/formats.ts';
import { rowsOfVersion } from './version-rows.ts';

test('all that a memory said is there, lines that are no entry too, under the heading it stands under', () => {
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

test('headings of a memory’s own are named as they are, and a text without any has none', () => {
  const markdown = formatById('markdown', 'notes.md');
  expect(rowsOfVersion(markdown.read('## Boats\n\n- moored at nine\n'))).toEqual([
    { kind: 'heading', title: 'Boats' },
    { kind: 'entry', entry: { key: null, value: 'moored at nine' } },
  ]);
  expect(rowsOfVersion(markdown.read('- moored at nine\n')).map(({ kind }) => kind)).toEqual(['entry']);
});
