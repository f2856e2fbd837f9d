import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpPages } from '#shared/help-pages.ts';
import { helpPageOf } from './help-pages.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

test('each page of the help is there', () => {
  expect(helpPages.filter(({ id }) => !existsSync(join(docs, `${id}.md`)))).toEqual([]);
});

test.each([
  ['storages.md', 'storages'],
  ['storages.md#drivers', 'storages'],
  ['decisions/035-x.md', null],
  ['https://example.com/using.md', null],
  ['#here', null],
])('a link to %s leads to %s', (href, page) => {
  expect(helpPageOf(href)).toBe(page);
});
