import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeLicenses } from './licenses.mjs';

type License = {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
};

/** Makes a build whose parts bundled these packages. */
function built(bundled: Readonly<Record<'renderer' | 'cli' | 'main' | 'preload', readonly License[]>>): string {
  const out = mkdtempSync(join(tmpdir(), 'contexture-licenses-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  for (const [part, licenses] of Object.entries(bundled)) {
    mkdirSync(join(out, part));
    writeFileSync(join(out, part, 'licenses.json'), JSON.stringify(licenses));
  }
  return out;
}

const a = { name: 'a', version: '1.0.0', identifier: 'MIT', text: 'Permission of "a"\nis granted.' };
const b = { name: 'b', version: '2.0.0', identifier: 'ISC', text: 'Permission of b' };

test('lists what any part bundles, once, and what is installed beside them, with what that needs', async () => {
  const out = built({ renderer: [a], cli: [b, a], main: [a], preload: [] });
  writeLicenses(out);
  const { licenses } = (await import(pathToFileURL(join(out, 'renderer/licenses.js')).href)) as {
    licenses: readonly License[];
  };
  expect(licenses.filter(({ name }) => name === 'a' || name === 'b')).toEqual([a, b]);
  const names = licenses.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron-log', 'fs-native-extensions', 'require-addon', 'zod']));
  expect(names).not.toContain('contexture');
  expect(existsSync(join(out, 'renderer/licenses.json'))).toBe(false);
});

test('fails the build if a package has no license, or no text of it', () => {
  const unlicensed = { name: 'isarray', version: '1.0.0', text: 'Do as you like.' };
  const wordless = { name: 'err-code', version: '1.0.0', identifier: 'MIT' };
  expect(() => writeLicenses(built({ renderer: [unlicensed], cli: [wordless], main: [], preload: [] }))).toThrow(
    'No license was found of err-code, isarray',
  );
});
