import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './programs.mjs';

/** Runs the script in a copy of what it needs of the checkout; `read` gives a file afterwards. */
function release(version: string, repository = 'someone/contexture') {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'scripts'));
  for (const file of [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'scripts/release.mjs',
    'scripts/programs.mjs',
  ]) {
    cpSync(join(root, file), join(folder, file));
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/release.mjs'), version], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: repository },
  });
  return { status, stdout, stderr, read: (file: string) => readFileSync(join(folder, file), 'utf8') };
}

test('writes version and addresses, and nothing else', () => {
  const { status, read } = release('0.2.0');
  expect(status).toBe(0);
  const address = 'https://github.com/someone/contexture';
  const before = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(read('package.json'))).toEqual({
    ...before,
    version: '0.2.0',
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  });
  const was = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n');
  const lines = read('package-lock.json').split('\n');
  expect(lines.flatMap((line, at) => (line === was[at] ? [] : [line.trim()]))).toEqual([
    '"version": "0.2.0",',
    '"version": "0.2.0",',
  ]);
});

test('writes the day into the changelog, and prints what the version brings', () => {
  const { stdout, read } = release('0.2.0');
  const was = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const now = read('CHANGELOG.md');
  expect(now.replace(/^## 0\.2\.0, \d{4}-\d\d-\d\d$/m, '## 0.2.0, not released yet')).toBe(was);
  expect(now).toContain(stdout.trim());
  expect(stdout).toMatch(/^### New\n/);
  expect(stdout).not.toContain('0.1.0');
});

test('refuses a version of which the changelog says nothing', () => {
  const { status, stderr, read } = release('0.9.0');
  expect([status, stderr]).toEqual([1, expect.stringContaining('“0.9.0, not released yet”')]);
  expect(read('package.json')).toBe(readFileSync(join(root, 'package.json'), 'utf8'));
});

test.each([
  ['a version that is none', 'v0.2'],
  ['a version with more in it', '0.2.0; rm -rf /'],
  ['no version', ''],
])('refuses %s', (_, version) => {
  const { status, stderr, read } = release(version);
  expect([status, stderr]).toEqual([1, expect.stringContaining('such as 0.2.0')]);
  expect(read('package.json')).toBe(readFileSync(join(root, 'package.json'), 'utf8'));
});

test('refuses to guess the address of the repository', () => {
  expect(release('0.2.0', '').status).toBe(1);
});

/** Actions are named by a commit with its version beside it: a tag may be moved to other code. */
test.each(['ci.yml', 'release.yml'])('%s names every action by its commit', (file) => {
  const text = readFileSync(join(root, '.github/workflows', file), 'utf8');
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(3);
  expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});
