import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { confidences } from '#shared/entries/entry.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { type BigLife, bigLife } from './big-life.ts';

const wanted: BigLife = { entries: 400, archives: 30, archived: 600, seed: 7, length: 'as people write' };
const digest = (life: BigLife): string =>
  createHash('sha256')
    .update([...bigLife(life)].flat().join('\0'))
    .digest('hex');

test('makes the same bytes for the same seed, and others for another', () => {
  expect(digest(wanted)).toBe(digest({ ...wanted }));
  expect(digest({ ...wanted, seed: 8 })).not.toBe(digest(wanted));
});

test.each(['as people write', 'short'] as const)('reads back a big life %s whole, without problems', (length) => {
  const files = [...bigLife({ ...wanted, length })];
  const context = readContext(files.find(([path]) => path.endsWith('/global.md'))?.[1] ?? '');
  const archives = files
    .filter(([path]) => path.includes('/archive/'))
    .map(([path, text]) => ({ path, document: readArchive(text) }));
  const archived = archives.flatMap(({ document }) => document.entries);

  expect(context.diagnostics).toEqual([]);
  expect(context.notUnderstood).toEqual([]);
  expect(context.entries).toHaveLength(400);
  expect(new Set(context.entries.map((entry) => entry.category))).toEqual(
    new Set(['preference', 'pattern', 'fact', 'insight']),
  );
  expect(new Set(context.entries.map((entry) => entry.confidence))).toEqual(new Set(confidences));
  expect(context.entries.some((entry) => entry.key === null)).toBe(true);
  expect(context.entries.some((entry) => entry.flags.pinned)).toBe(true);
  expect(archives).toHaveLength(30);
  expect(archived).toHaveLength(600);
  expect(archives.flatMap(({ document }) => document.diagnostics)).toEqual([]);
  // A key that ended in the wrong place would not match.
  const keys = [...context.entries, ...archived].flatMap(({ key }) => (key === null ? [] : [key]));
  expect(keys.filter((key) => !/^[\p{L}_]+_\d+$/u.test(key))).toEqual([]);
});
