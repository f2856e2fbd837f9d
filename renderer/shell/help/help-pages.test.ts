import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpPages } from '#shared/help-pages.ts';
import { anchorOf, helpPlaceOf } from './help-pages.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

test('finds each page of the help', () => {
  expect(helpPages.filter(({ id }) => !existsSync(join(docs, `${id}.md`)))).toEqual([]);
});

test.each([
  ['storages.md', { page: 'storages', section: null }],
  ['storages.md#drivers', { page: 'storages', section: 'drivers' }],
  ['#here', { page: 'using', section: 'here' }],
  ['decisions/035-x.md', null],
  ['https://example.com/using.md', null],
])('resolves a link to %s on a page to %s', (href, place) => {
  expect(helpPlaceOf(href, 'using')).toEqual(place);
});

test('names a section like the links to it', () => {
  expect(anchorOf('What a model still sees')).toBe('what-a-model-still-sees');
  expect(anchorOf('13. Settings, `max_tokens`')).toBe('13-settings-max_tokens');
});
