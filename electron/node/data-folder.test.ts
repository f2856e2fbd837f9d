import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { dataFolder } from './data-folder.ts';

it('is the folder in CONTEXTURE_DATA_DIR, created for this person alone', () => {
  const folder = join(temporaryFolder(), 'a/data');
  expect(dataFolder({ CONTEXTURE_DATA_DIR: folder })).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('is closed to others if it was open', () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  dataFolder({ CONTEXTURE_DATA_DIR: folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it.each([{ VITEST: 'true' }, { NODE_ENV: 'test' }, { CONTEXTURE_TEST: '1' }])(
  'is refused in a test without a given folder (%o)',
  (env) => {
    expect(() => dataFolder(env)).toThrow('CONTEXTURE_DATA_DIR');
    expect(() => dataFolder({ ...env, CONTEXTURE_DATA_DIR: '' })).toThrow('CONTEXTURE_DATA_DIR');
  },
);
