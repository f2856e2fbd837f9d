import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createManualClock } from '#testing/manual-clock.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { leftoverPath } from './leftover-names.ts';
import { createNodePorts, type NodePortsOptions } from './ports.ts';

function ports(options: Partial<NodePortsOptions> = {}) {
  const dataFolder = join(temporaryFolder(), 'data');
  const created = createNodePorts({ dataFolder, sampleFolder: '/sample', version: '1.2.3', ...options });
  onTestFinished(() => created.close());
  return created;
}

it('preserves a byte order mark, and refuses text that is not UTF-8', () => {
  const { decodeText, encodeText } = ports();
  const text = '\uFEFF# Größe 😀\r\n';
  expect(decodeText(encodeText(text))).toBe(text);
  expect(decodeText(Uint8Array.of(0x61, 0xff))).toBeNull();
  expect(decodeText(Uint8Array.of(0xed, 0xa0, 0x80))).toBeNull();
  expect(decodeText(new Uint8Array())).toBe('');
});

it('compresses reversibly', async () => {
  const { compress, decompress, encodeText, decodeText } = ports();
  const text = 'the same line\n'.repeat(1000);
  const small = await compress(encodeText(text));
  expect(small.length).toBeLessThan(text.length / 10);
  expect(decodeText(await decompress(small))).toBe(text);
});

it('hashes with SHA-256', () => {
  const { hash, encodeText } = ports();
  expect(hash(encodeText('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('creates unique ids of letters and digits', () => {
  const { newId } = ports();
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-z]{32}$/);
  }
});

it('expands the home folder only as a whole path segment', () => {
  const { paths } = ports({ homeFolder: '/home/person' });
  expect(paths.resolve('~')).toBe('/home/person');
  expect(paths.resolve('~/a/../b')).toBe('/home/person/b');
  expect(paths.resolve('~b')).toBe(resolve('~b'));
  expect(ports().homeFolder).toBe(homedir());
});

it('returns a variable of the environment, and nothing for a blank one', () => {
  const { variable } = ports({ environment: { HERMES_HOME: ' /elsewhere ', CODEX_HOME: ' ', MEMORY_DIR: undefined } });
  expect(['HERMES_HOME', 'CODEX_HOME', 'MEMORY_DIR', 'NONE'].map(variable)).toEqual(['/elsewhere', null, null, null]);
});

it('reads the local day from its clock, and takes another clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 23, 59) });
  onTestFinished(() => void vi.useRealTimers());
  expect(ports().clock.today()).toBe('2026-01-05');
  expect(ports({ clock: createManualClock('2026-02-03') }).clock.today()).toBe('2026-02-03');
});

it('logs into the data folder, for this person alone, with nothing on the terminal', () => {
  const written: unknown[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(chunk);
      return true;
    });
  }
  const { log, dataFolder } = ports();
  log('warn', 'Could not save it.');
  const file = join(dataFolder, 'logs/contexture.log');
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\d\d-\d\d \S+ warn Could not save it\.\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(written).toEqual([]);
});

it('does not recreate a deleted data folder for the log', () => {
  const { log, dataFolder } = ports();
  expect(existsSync(dataFolder)).toBe(true);
  rmSync(dataFolder, { recursive: true });
  log('info', 'It is gone.');
  expect(existsSync(dataFolder)).toBe(false);
});

it('limits the size of the log', () => {
  const { log, dataFolder } = ports();
  for (let n = 0; n < 40; n++) {
    log('info', 'x'.repeat(100_000));
  }
  const folder = join(dataFolder, 'logs');
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeLessThanOrEqual(2);
  expect(Math.max(...sizes)).toBeLessThan(1.2 * 1024 * 1024);
});

it('stores a version superseded by an interrupted write in the data folder, with its original place', async () => {
  const { files, dataFolder } = ports();
  const folder = temporaryFolder();
  const target = join(folder, 'global.md');
  const left = leftoverPath('aside', target, 'f'.repeat(64)).replace(`.${process.pid}-`, '.4194305-');
  writeFileSync(left, 'theirs');
  expect(await files.sweep(folder)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
  const recovered = join(dataFolder, 'recovered');
  const line: unknown = JSON.parse(readFileSync(join(recovered, 'index.jsonl'), 'utf8'));
  expect(line).toMatchObject({ target, name: expect.stringMatching(/^[0-9a-f]{16}-global\.md$/) });
  const [name] = readdirSync(recovered).filter((file) => file.endsWith('.md'));
  expect(readFileSync(join(recovered, name ?? ''), 'utf8')).toBe('theirs');
});
