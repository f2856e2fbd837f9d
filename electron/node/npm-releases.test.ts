import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNpmReleases } from './npm-releases.ts';

const repository = 'git+https://example.org/ann/notes.git';
const copyIn = (folder: string) => createNpmReleases({ folder, packageName: 'notes', version: '0.2.0', repository });

test('a copy that doesn’t say where it comes from has no place to ask', () => {
  expect(createNpmReleases({ folder: '/a', packageName: 'notes', version: '0.2.0', repository: null })).toBeNull();
});

test.each([
  ['npx', join('.npm', '_npx', '1f', 'node_modules', 'notes'), 'command', 'npx notes@latest'],
  ['npm', join('lib', 'node_modules', 'notes'), 'command', 'npm install --global notes@latest'],
  ['a clone', join('code', 'notes'), 'page', 'https://example.org/ann/notes'],
])('a copy from %s is updated the same way', (_name, folder, kind, at) => {
  expect(copyIn(join('/home', 'ann', folder))).toMatchObject({ kind, at, everyDays: 7, download: null });
});
