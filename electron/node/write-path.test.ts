import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemError } from '#testing/faulty-system-calls.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createFiles } from './files.ts';
import { nativeCalls } from './native-calls.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array | null | undefined) => (content ? new TextDecoder().decode(content) : content);

function world(calls: Partial<SystemCalls> = {}) {
  const clock = createManualClock();
  const files = createFiles({ clock, calls: { ...systemCalls, ...calls } });
  onTestFinished(() => files.close());
  const folder = temporaryFolder();
  const file = join(folder, 'global.md');
  writeFileSync(file, 'before');
  return { clock, files, folder, file, now: (path = file) => readFileSync(path, 'utf8') };
}

it('runs with the native exchange here, so that the tests below are meaningful', () => {
  expect(nativeCalls()).not.toBeNull();
});

describe('a program that takes no lock', () => {
  it('replaces the file just before the exchange: its version is returned as the superseded one', async () => {
    let file = '';
    const { files, ...rest } = world({
      swap: async (from, to) => {
        writeFileSync(`${file}.theirs`, 'foreign, newer than what we read');
        renameSync(`${file}.theirs`, file);
        await systemCalls.swap(from, to);
      },
    });
    file = rest.file;
    const { version } = await files.replace(file, bytes('ours'));
    expect(text(version?.bytes)).toBe('foreign, newer than what we read');
    expect(rest.now()).toBe('ours');
  });

  it('creates the file just before we do: its version is returned as the superseded one', async () => {
    let once = true;
    const { files, file, now } = world({
      link: async (from, to) => {
        if (once) {
          once = false;
          writeFileSync(to, 'foreign');
        }
        await systemCalls.link(from, to);
      },
    });
    rmSync(file);
    const { version } = await files.replace(file, bytes('ours'));
    expect(text(version?.bytes)).toBe('foreign');
    expect(now()).toBe('ours');
  });

  it('deletes the file just before the exchange: it is created', async () => {
    let once = true;
    const { files, file, folder, now } = world({
      swap: async (from, to) => {
        if (once) {
          once = false;
          rmSync(to);
        }
        await systemCalls.swap(from, to);
      },
    });
    expect((await files.replace(file, bytes('ours'))).version).toBeNull();
    expect(now()).toBe('ours');
    expect(readdirSync(folder)).toEqual(['global.md']);
  });

  it('puts a folder in its place just before the exchange: the folder gets its place back', async () => {
    let once = true;
    const { files, file, folder } = world({
      swap: async (from, to) => {
        if (once) {
          once = false;
          rmSync(to);
          mkdirSync(to);
        }
        await systemCalls.swap(from, to);
      },
    });
    await expect(files.replace(file, bytes('ours'))).rejects.toMatchObject({ code: 'not_a_file' });
    expect(statSync(file).isDirectory()).toBe(true);
    expect(readdirSync(folder)).toEqual(['global.md']);
  });

  it('puts a link in its place just before the exchange: the write goes where the link leads', async () => {
    let once = true;
    const { files, file, folder, now } = world({
      swap: async (from, to) => {
        if (once) {
          once = false;
          renameSync(to, join(folder, 'real.md'));
          symlinkSync('real.md', to);
        }
        await systemCalls.swap(from, to);
      },
    });
    const { version } = await files.replace(file, bytes('ours'));
    expect(text(version?.bytes)).toBe('before');
    expect(readlinkSync(file)).toBe('real.md');
    expect(now(join(folder, 'real.md'))).toBe('ours');
  });

  it('replaces the file again while we put things back: its version is left beside it, not deleted', async () => {
    let swaps = 0;
    const { files, file, folder, now } = world({
      swap: async (from, to) => {
        swaps += 1;
        if (swaps === 2) {
          writeFileSync(to, 'foreign, written over ours');
        }
        await systemCalls.swap(from, to);
      },
      syncFolder: () => Promise.reject(systemError('EIO', 'syncFolder')),
    });
    await expect(files.replace(file, bytes('ours'))).rejects.toMatchObject({ code: 'io_failed' });
    expect(now()).toBe('before');
    const [left] = readdirSync(folder).filter((name) => name !== 'global.md');
    expect(now(join(folder, left ?? ''))).toBe('foreign, written over ours');
  });

  it('finishes writing into the superseded file: the growth is reported later, for each of two writes', async () => {
    const { files, file, folder, clock } = world();
    const first = openSync(file, 'a');
    const one = await files.replace(file, bytes('ours'));
    const second = openSync(file, 'a');
    const two = await files.replace(file, bytes('ours again'));
    writeSync(first, ' and the rest');
    writeSync(second, ' with theirs');
    closeSync(first);
    closeSync(second);
    await clock.advance(2000);
    expect([text(await one.late), text(await two.late)]).toEqual(['before and the rest', 'ours with theirs']);
    expect(readdirSync(folder)).toEqual(['global.md']);
  });

  it('is checked at once when the ports close', async () => {
    const { files, file, folder } = world();
    const handle = openSync(file, 'a');
    const { late } = await files.replace(file, bytes('ours'));
    writeSync(handle, ' and the rest');
    closeSync(handle);
    await files.close();
    expect(text(await late)).toBe('before and the rest');
    expect(readdirSync(folder)).toEqual(['global.md']);
    const after = await files.replace(file, bytes('ours again'));
    expect(await after.late).toBeNull();
    expect(readdirSync(folder)).toEqual(['global.md']);
  });

  it('keeps replacing it: busy, with nothing of it lost', async () => {
    const { files, file, folder } = world({
      swap: async (_from, to) => {
        throw systemError('ENOENT', `swap with ${to}`);
      },
    });
    await expect(files.replace(file, bytes('ours'))).rejects.toMatchObject({ code: 'busy', retry: true });
    expect(readdirSync(folder)).toEqual(['global.md']);
  });
});

it('names the place of the earlier version when it can neither finish nor go back', async () => {
  let swaps = 0;
  const { files, file, folder, now } = world({
    swap: async (from, to) => {
      swaps += 1;
      await (swaps === 1 ? systemCalls.swap(from, to) : Promise.reject(systemError('EIO', 'swap')));
    },
    syncFolder: () => Promise.reject(systemError('EIO', 'syncFolder')),
  });
  const error = await files.replace(file, bytes('ours')).catch((reason: unknown) => reason);
  const [left] = readdirSync(folder).filter((name) => name !== 'global.md');
  expect(error).toMatchObject({ code: 'io_failed', message: expect.stringContaining(left ?? 'a hidden file') });
  expect([now(), now(join(folder, left ?? ''))]).toEqual(['ours', 'before']);
});

describe('the new file looks like the old one', () => {
  it('in its mode, whatever the umask', async () => {
    const { files, file } = world();
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    chmodSync(file, 0o664);
    await files.replace(file, bytes('ours'));
    expect(statSync(file).mode & 0o7777).toBe(0o664);
  });

  it('or the given file’s mode when it is created, whatever the umask', async () => {
    const { files, folder, file } = world();
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    for (const mode of [0o600, 0o660]) {
      chmodSync(file, mode);
      const made = join(folder, 'archive', `${mode}.md`);
      await files.replace(made, bytes('ours'), file);
      expect(statSync(made).mode & 0o7777).toBe(mode);
    }
    chmodSync(file, 0o755);
    await files.replace(join(folder, 'no-program.md'), bytes('ours'), file);
    expect(statSync(join(folder, 'no-program.md')).mode & 0o7777).toBe(0o644);
    chmodSync(file, 0o440);
    await files.replace(join(folder, 'writable.md'), bytes('ours'), file);
    expect(statSync(join(folder, 'writable.md')).mode & 0o7777).toBe(0o640);
    await files.replace(join(folder, 'alone.md'), bytes('ours'), join(folder, 'missing.md'));
    expect(statSync(join(folder, 'alone.md')).mode & 0o7777).toBe(0o644);
  });

  it('and is not readable by another group when its group can’t be set', async () => {
    const { files, folder, file } = world({
      open: async (path, flags, mode) => {
        const open = await systemCalls.open(path, flags, mode);
        const stat = async () => Object.assign(await open.stat(), { gid: 12_345n });
        return mode === undefined
          ? open
          : { ...open, stat, chown: () => Promise.reject(systemError('EPERM', 'chown')) };
      },
    });
    chmodSync(file, 0o660);
    await files.replace(join(folder, 'made.md'), bytes('ours'), file);
    expect(statSync(join(folder, 'made.md')).mode & 0o7777).toBe(0o600);
  });

  it('in its extended attributes', async (context) => {
    const native = nativeCalls();
    const { files, file } = world();
    const handle = openSync(file, 'r+');
    try {
      await native?.setAttr(handle, 'user.label', bytes('mine'));
    } catch {
      context.skip('this file system keeps no attributes');
    } finally {
      closeSync(handle);
    }
    await files.replace(file, bytes('ours'));
    const after = openSync(file, 'r');
    onTestFinished(() => closeSync(after));
    expect(text(await native?.getAttr(after, 'user.label'))).toBe('mine');
  });

  it('and a read-only file is left alone', async () => {
    const { files, file, now } = world();
    chmodSync(file, 0o444);
    await expect(files.replace(file, bytes('ours'))).rejects.toMatchObject({
      code: 'no_permission',
      message: `${file} is set read-only. The file is unchanged. Allow writing in its permissions, then try again.`,
    });
    await expect(files.remove(file)).rejects.toMatchObject({ code: 'no_permission' });
    expect(now()).toBe('before');
  });
});

describe('links', () => {
  it('to the file stay links, through folders and further links', async () => {
    const { files, file, folder, now } = world();
    mkdirSync(join(folder, 'dotfiles'));
    symlinkSync('../global.md', join(folder, 'dotfiles/memory.md'));
    symlinkSync('dotfiles', join(folder, 'alias'));
    symlinkSync('alias/memory.md', join(folder, 'entry.md'));
    const { version } = await files.replace(join(folder, 'entry.md'), bytes('ours'));
    expect(text(version?.bytes)).toBe('before');
    expect(now(file)).toBe('ours');
    expect(lstatSync(join(folder, 'entry.md')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'dotfiles/memory.md')).isSymbolicLink()).toBe(true);
  });

  it('that are dangling get their file created, and keep leading there when it is removed', async () => {
    const { files, folder, now } = world();
    symlinkSync('new/real.md', join(folder, 'link.md'));
    await files.replace(join(folder, 'link.md'), bytes('ours'));
    expect(now(join(folder, 'new/real.md'))).toBe('ours');
    await files.remove(join(folder, 'link.md'));
    expect(readlinkSync(join(folder, 'link.md'))).toBe('new/real.md');
    expect(readdirSync(join(folder, 'new')).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('in a circle are an error in words', async () => {
    const { files, folder } = world();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    await expect(files.replace(join(folder, 'a'), bytes('ours'))).rejects.toMatchObject({
      code: 'io_failed',
      message: expect.stringContaining('links lead in a circle'),
    });
  });
});

describe('written in place, and reported as such', () => {
  it('a file with several names, which all keep leading to it', async () => {
    const { files, file, folder, now } = world();
    linkSync(file, join(folder, 'other.md'));
    const { ino } = statSync(file);
    const { version, inPlace, late } = await files.replace(file, bytes('ours, much longer than before'));
    expect(inPlace).toContain('several names');
    expect(text(version?.bytes)).toBe('before');
    expect(now(join(folder, 'other.md'))).toBe('ours, much longer than before');
    expect(statSync(file).ino).toBe(ino);
    expect(await late).toBeNull();
    await files.replace(file, bytes('short'));
    expect(now()).toBe('short');
    expect(readdirSync(folder).sort()).toEqual(['global.md', 'other.md']);
  });

  it.each(['EXDEV', 'EBUSY'] as const)('a file that is itself a mount point (%s)', async (errno) => {
    const { files, file, folder, now } = world({ swap: () => Promise.reject(systemError(errno, 'swap')) });
    const { version, inPlace } = await files.replace(file, bytes('ours'));
    expect(inPlace).toContain('mounted');
    expect(text(version?.bytes)).toBe('before');
    expect(now()).toBe('ours');
    expect(readdirSync(folder)).toEqual(['global.md']);
  });

  it('a file of another account, and one whose group can’t be kept', async () => {
    for (const other of [{ uid: 12345n }, { gid: 12345n }]) {
      const { files, file, now } = world({
        lstat: async (path) => Object.assign(await systemCalls.lstat(path), other),
        open: async (...args) => {
          const open = await systemCalls.open(...args);
          const isModel = args[0].endsWith('global.md');
          return {
            ...open,
            stat: async () => (isModel ? Object.assign(await open.stat(), other) : await open.stat()),
            chown: () => Promise.reject(systemError('EPERM', 'fchown')),
          };
        },
      });
      const { inPlace } = await files.replace(file, bytes('ours'));
      expect(inPlace).toMatch(/another account|group/);
      expect(now()).toBe('ours');
    }
  });

  it('in a folder that takes no new files, the text is still saved', async () => {
    const { files, file, folder, now } = world({
      open: (path, flags, mode) =>
        mode === undefined ? systemCalls.open(path, flags) : Promise.reject(systemError('EACCES', 'open')),
    });
    linkSync(file, join(folder, 'other.md'));
    expect((await files.replace(file, bytes('ours'))).inPlace).not.toBeNull();
    expect(now()).toBe('ours');
  });

  it('and if the disk fails half way and while putting back, the earlier version is beside it, and reported', async () => {
    const { files, file, folder, now } = world({
      open: async (path, flags, mode) => {
        const open = await systemCalls.open(path, flags, mode);
        return path.endsWith('global.md') ? { ...open, sync: () => Promise.reject(systemError('EIO', 'fsync')) } : open;
      },
    });
    linkSync(file, join(folder, 'other.md'));
    const error = await files.replace(file, bytes('ours')).catch((reason: unknown) => reason);
    const [copy] = readdirSync(folder).filter((name) => name.endsWith('.contexture-aside'));
    expect(error).toMatchObject({ code: 'io_failed', message: expect.stringContaining(copy ?? 'a copy') });
    expect(now(join(folder, copy ?? ''))).toBe('before');
  });
});

it('a file system with neither exchange nor hard links still replaces, creates and removes', async () => {
  const missing = (name: string) => () => Promise.reject(systemError('EPERM', name));
  const { files, file, folder, now, clock } = world({
    swap: () => Promise.reject(systemError('EINVAL', 'swap')),
    link: missing('link'),
    linkAndRename: missing('linkAndRename'),
  });
  expect(text((await files.replace(file, bytes('ours'))).version?.bytes)).toBe('before');
  expect(text((await files.remove(file)).version?.bytes)).toBe('ours');
  expect((await files.replace(file, bytes('again'))).version).toBeNull();
  expect(now()).toBe('again');
  await clock.advance(2000);
  await files.close();
  expect(readdirSync(folder)).toEqual(['global.md']);
});
