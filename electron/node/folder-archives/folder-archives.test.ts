import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import type { FolderArchives } from '#engine/ports.ts';
import { createFaultySystemCalls } from '#testing/faulty-system-calls.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { systemCalls } from '../system-calls.ts';
import { createFolderArchives } from './folder-archives.ts';

type Header = Parameters<ReturnType<typeof pack>['entry']>[0];

/** An archive as another program might write it. */
async function archiveOf(path: string, entries: readonly (Header & { content?: string })[]): Promise<void> {
  const tar = pack();
  for (const { content = '', ...header } of entries) {
    tar.entry(header, content);
  }
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) {
    parts.push(Buffer.from(part as Uint8Array));
  }
  writeFileSync(path, gzipSync(Buffer.concat(parts)));
}

const hidden = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

test.each<[string, readonly (Header & { content?: string })[]]>([
  ['a path that goes up', [{ name: 'w/../../outside.txt', content: 'x' }]],
  ['a path from the root', [{ name: '/tmp/outside.txt', content: 'x' }]],
  ['a path into another folder', [{ name: 'other/outside.txt', content: 'x' }]],
  ['a path with a backslash', [{ name: 'w/..\\outside.txt', content: 'x' }]],
  [
    'a link',
    [
      { name: 'w/link', type: 'symlink', linkname: '../..' },
      { name: 'w/link/outside.txt', content: 'x' },
    ],
  ],
  ['a second name of a file outside', [{ name: 'w/link', type: 'link', linkname: '/etc/hostname' }]],
  ['a device', [{ name: 'w/null', type: 'character-device' }]],
  [
    'a file twice',
    [
      { name: 'w/a', content: '1' },
      { name: 'w/a', content: '2' },
    ],
  ],
  ['a file in place of the folder', [{ name: 'w', content: 'x' }]],
  ['nothing', []],
])('refuses an archive with %s, and leaves nothing of it', async (_, entries) => {
  const folder = temporaryFolder();
  const [archive, inner] = [join(folder, 'w.tar.gz'), join(folder, 'inner')];
  mkdirSync(inner);
  await archiveOf(archive, entries);
  const archives = createFolderArchives(systemCalls);
  await expect(archives.unpack(archive, join(inner, 'w'))).rejects.toMatchObject({ code: 'value_invalid' });
  expect(readdirSync(inner)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['inner', 'w.tar.gz']);
});

test('unpacks another program’s archive without folders', async () => {
  const folder = temporaryFolder();
  await archiveOf(join(folder, 'w.tar.gz'), [{ name: 'w/a/b/c.txt', content: 'deep', mode: 0o640 }]);
  const archives = createFolderArchives(systemCalls);
  const { staged } = await archives.unpack(join(folder, 'w.tar.gz'), join(folder, 'w'));
  await archives.place(staged, join(folder, 'w'));
  expect(readFileSync(join(folder, 'w/a/b/c.txt'), 'utf8')).toBe('deep');
  expect(statSync(join(folder, 'w/a/b/c.txt')).mode & 0o777).toBe(0o640);
});

test('preserves times before 1970 and missing times', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'w/empty'), { recursive: true });
  const times = [-1.5, -0.25, -86_400.123456, -2_000_000_000, 0, 0.5].map((at) => at.toFixed(6));
  for (const [index, at] of times.entries()) {
    writeFileSync(join(folder, 'w', `${index}.txt`), 'x');
    utimesSync(join(folder, 'w', `${index}.txt`), 0, at);
  }
  utimesSync(join(folder, 'w/empty'), 0, '-3.25');
  const timesIn = (root: string) =>
    [...times.map((_, index) => `${index}.txt`), 'empty'].map((name) =>
      String(statSync(join(root, name), { bigint: true }).mtimeNs / 1000n),
    );
  const before = timesIn(join(folder, 'w'));
  expect(before).toEqual(['-1500000', '-250000', '-86400123456', '-2000000000000000', '0', '500000', '-3250000']);
  const archives = createFolderArchives(systemCalls);
  const archive = join(folder, 'w.tar.gz');
  await archives.place((await archives.pack(join(folder, 'w'), archive)).staged, archive);
  const { staged } = await archives.unpack(archive, join(folder, 'w'));
  expect(timesIn(staged)).toEqual(before);
});

test('does not pack a folder that contains a link', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'w'));
  symlinkSync('/etc/hostname', join(folder, 'w/link'));
  const archives = createFolderArchives(systemCalls);
  await expect(archives.pack(join(folder, 'w'), join(folder, 'w.tar.gz'))).rejects.toMatchObject({
    code: 'not_a_file',
  });
  expect(readdirSync(folder)).toEqual(['w']);
});

test('never overwrites anything by packing or unpacking', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'w'));
  writeFileSync(join(folder, 'w/a.txt'), 'one');
  const archives = createFolderArchives(systemCalls);
  const archive = join(folder, 'w.tar.gz');
  await archives.place((await archives.pack(join(folder, 'w'), archive)).staged, archive);
  const again = await archives.pack(join(folder, 'w'), archive);
  await expect(archives.place(again.staged, archive)).rejects.toMatchObject({ code: 'key_exists' });
  const { staged } = await archives.unpack(archive, join(folder, 'w'));
  await expect(archives.place(staged, join(folder, 'w'))).rejects.toMatchObject({ code: 'key_exists' });
  expect(hidden(folder)).toHaveLength(2);
});

/** Repeats an action with one failing disk call after the other until none is left to fail. */
async function failingEach(
  prepare: (folder: string, archives: FolderArchives) => Promise<void>,
  work: (folder: string, archives: FolderArchives) => Promise<unknown>,
  check: (folder: string, failed: boolean) => void,
): Promise<number> {
  for (let call = 1; ; call++) {
    const folder = temporaryFolder();
    await prepare(folder, createFolderArchives(systemCalls));
    const calls = createFaultySystemCalls(systemCalls);
    calls.setFault({ call, errno: 'EIO' });
    const failed = await work(folder, createFolderArchives(calls)).then(
      () => false,
      () => true,
    );
    const wasReached = calls.made.length >= call;
    check(folder, failed);
    if (!wasReached) {
      return call - 1;
    }
  }
}

test('packing leaves the folder whole, and no halves, whichever disk call fails', async () => {
  const prepare = async (folder: string) => {
    mkdirSync(join(folder, 'w/empty'), { recursive: true });
    writeFileSync(join(folder, 'w/a.txt'), 'one');
  };
  const failures = await failingEach(
    prepare,
    (folder, archives) => archives.pack(join(folder, 'w'), join(folder, 'w.tar.gz')),
    (folder, failed) => {
      expect(readFileSync(join(folder, 'w/a.txt'), 'utf8')).toBe('one');
      expect(hidden(folder).length).toBeLessThanOrEqual(failed ? 0 : 1);
    },
  );
  expect(failures).toBeGreaterThan(10);
});

test('rewriting leaves the archive whole, as before or as after, whichever disk call fails', async () => {
  const archiveIn = (folder: string) => join(folder, 'w.tar.gz');
  const found: string[] = [];
  const failures = await failingEach(
    (folder) =>
      archiveOf(archiveIn(folder), [
        { name: 'w/a.txt', content: 'before' },
        { name: 'w/b.txt', content: 'b' },
      ]),
    (folder, archives) => archives.rewrite(archiveIn(folder), new Map([['a.txt', Buffer.from('after!!')]])),
    (folder) => {
      expect(existsSync(archiveIn(folder))).toBe(true);
      expect(hidden(folder)).toEqual([]);
      found.push(folder);
    },
  );
  expect(failures).toBeGreaterThan(10);
  for (const folder of found) {
    const said: string[] = [];
    for await (const { path, bytes } of createFolderArchives(systemCalls).read(archiveIn(folder), () => true)) {
      said.push(`${path}: ${Buffer.from(bytes)}`);
    }
    expect([['a.txt: before', 'b.txt: b'].join(), ['a.txt: after!!', 'b.txt: b'].join()]).toContain(said.join());
  }
});

test('reports a folder that disappears while or just before it is packed as changed by others, not as a disk error', async () => {
  const root = temporaryFolder();
  const [folder, archive, elsewhere] = [join(root, 'w'), join(root, 'w.tar.gz'), join(root, 'elsewhere')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'context.json'), '{}');
  const takenAway = createFolderArchives({
    ...systemCalls,
    open: async (path, ...rest) => {
      if (path === join(folder, 'context.json')) {
        renameSync(folder, elsewhere);
      }
      return await systemCalls.open(path, ...rest);
    },
  });
  await expect(takenAway.pack(folder, archive)).rejects.toMatchObject({ code: 'busy', retry: true });
  await expect(createFolderArchives(systemCalls).pack(folder, archive)).rejects.toMatchObject({ code: 'busy' });
  expect(readdirSync(root)).toEqual(['elsewhere']);
});
