import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type BackupManifest, manifestName } from '#shared/backup/manifest.ts';
import { createComputer } from '#testing/computer.ts';
import { computerWithBackup, preparedBackup, restoreAll } from '#testing/prepared-backup.ts';

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe('a file that is no whole backup', () => {
  /** Writes a backup with another manifest and other files. */
  function rewritten(path: string, change: (manifest: BackupManifest, files: Unzipped) => object): string {
    const files = unzipSync(readFileSync(path));
    const manifest = change(JSON.parse(decode(files[manifestName])), files);
    const other = `${path}.other.zip`;
    writeFileSync(other, zipSync({ ...files, [manifestName]: new TextEncoder().encode(JSON.stringify(manifest)) }));
    return other;
  }
  const withPath = (path: string) => (manifest: BackupManifest) => ({
    ...manifest,
    files: manifest.files.map((file, index) => (index === 0 ? { ...file, path, zipName: file.path } : file)),
  });
  const first = (manifest: BackupManifest): string => manifest.files[0]?.path ?? '';

  test.each<[what: string, change: (manifest: BackupManifest, files: Unzipped) => object, code: string]>([
    ['of a later version', (manifest) => ({ ...manifest, version: 2 }), 'unavailable'],
    ['of another app', () => ({ format: 'other', version: 1 }), 'not_text'],
    ['with a path that leads out', withPath('memories/1/files/../../.bashrc'), 'not_text'],
    ['with a path from the root', withPath('/etc/passwd'), 'not_text'],
    ['with a note that the next start would carry out', withPath('memories/1/data/intent.json'), 'not_text'],
    ['with a path that leads out on Windows', withPath('memories/1/files/..\\..\\x.md'), 'not_text'],
    [
      'with two files of one path',
      (manifest) => ({ ...manifest, files: [...manifest.files, ...manifest.files] }),
      'not_text',
    ],
    [
      'with data of a memory that lead out',
      ({ memories, ...manifest }) => ({
        ...manifest,
        memories: memories.map((memory) => ({ ...memory, data: '../../somewhere' })),
      }),
      'not_text',
    ],
    [
      'with a missing file',
      (manifest, files) => {
        delete files[first(manifest)];
        return manifest;
      },
      'not_text',
    ],
    [
      'with another text in a file',
      (manifest, files) => {
        files[first(manifest)] = (files[first(manifest)] ?? new Uint8Array()).map((byte) => byte ^ 1);
        return manifest;
      },
      'not_text',
    ],
    [
      'with a file that is larger than its list says',
      (manifest, files) => {
        files[first(manifest)] = new Uint8Array(64 * 1024 * 1024);
        return manifest;
      },
      'not_text',
    ],
  ])('%s is refused, and nothing is written', async (_, change, code) => {
    const { path, other } = await computerWithBackup();
    const changed = rewritten(path, change);
    await expect(other.run((call) => call('backup.read', { path: changed }))).rejects.toMatchObject({ code });
    const memories = [{ memory: 0, to: join(other.home, 'x.md') }];
    await expect(other.run((call) => call('backup.restore', { path: changed, memories }))).rejects.toMatchObject({
      code,
    });
    expect(Object.keys(other.hashes('')).filter((name) => !/^from-elsewhere|contexture.log$/.test(name))).toEqual([]);
  });

  test('is refused when its path is no file of a memory', async () => {
    const { path, other } = await computerWithBackup();
    const changed = rewritten(path, withPath('memories/2/files/.bashrc'));
    const { memories } = await other.run((call) => call('backup.read', { path: changed }));
    expect(memories.map(({ problem }) => problem)).toEqual([null, expect.stringContaining('.bashrc')]);
    await expect(restoreAll(changed, other)).rejects.toMatchObject({ code: 'outside_workspace' });
    expect(existsSync(join(other.home, 'notes'))).toBe(false);
  });

  test('is refused when it was cut off', async () => {
    const { path, other } = await computerWithBackup();
    const whole = readFileSync(path);
    for (const part of [0.1, 0.5, 0.99]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part)));
      await expect(other.run((call) => call('backup.read', { path }))).rejects.toMatchObject({ code: 'not_text' });
    }
  });
});

describe('a passphrase', () => {
  test('is needed, and nothing of the texts is in the file', async () => {
    const { path, computer } = await preparedBackup('correct horse');
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1/);
    expect(readFileSync(path, 'latin1')).not.toContain('memories/1');
    const other = createComputer();
    const read = (passphrase?: string) =>
      other.run((call) => call('backup.read', { path, ...(passphrase && { passphrase }) }));
    await expect(read()).rejects.toMatchObject({ code: 'value_invalid', details: { encrypted: true } });
    await expect(read('wrong')).rejects.toMatchObject({ message: expect.stringContaining('not its passphrase') });
    const { memories, isEncrypted } = await read('correct horse');
    expect(isEncrypted).toBe(true);
    const wanted = memories.map(({ memory, to }) => ({ memory, to }));
    await other.run((call) => call('backup.restore', { path, passphrase: 'correct horse', memories: wanted }));
    expect(other.hashes('notes')).toEqual(computer.hashes('notes'));
    expect(Object.keys(other.hashes('.data/contexture')).filter((name) => name.includes('restoring'))).toEqual([]);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 40));
    await expect(read('correct horse')).rejects.toMatchObject({ code: 'not_text' });
  });
});
