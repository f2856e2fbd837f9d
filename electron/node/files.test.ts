import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFaultyFiles } from '#testing/faulty-files.ts';
import { createFaultySystemCalls } from '#testing/faulty-system-calls.ts';
import { filesSuite } from '#testing/files-suite.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { createOutsideProgram } from '#testing/outside-program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createFiles, type FilesOptions } from './files.ts';
import { leftoverPath } from './leftover-names.ts';
import { missingCall } from './native-calls.ts';
import { type SystemCalls, systemCalls } from './system-calls.ts';

const maxBytes = 1000;
const bytes = (text: string) => new TextEncoder().encode(text);

function subject(options: FilesOptions = {}) {
  const clock = createManualClock();
  const files = createFiles({ clock, ...options });
  onTestFinished(() => files.close());
  return { files, folder: temporaryFolder(), outside: createOutsideProgram(), passTime: clock.advance };
}

const withoutExchange: SystemCalls = { ...systemCalls, swap: () => Promise.reject(missingCall('exchange')) };

filesSuite('the file system', async () => subject());
filesSuite('a file system without exchange', async () => subject({ calls: withoutExchange }));
filesSuite('faulty system calls without a fault', async () => subject({ calls: createFaultySystemCalls(systemCalls) }));
filesSuite('faulty files on the file system, without a fault', async () => {
  const real = subject();
  return { ...real, files: createFaultyFiles(real.files) };
});

describe('reading', () => {
  it('refuses a socket', async () => {
    const { files, folder } = subject();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
    onTestFinished(() => void server.close());
    await expect(files.read(join(folder, 'socket'), { maxBytes })).rejects.toMatchObject({ code: 'not_a_file' });
  });

  it('reads again when the file changes between its two checks', async () => {
    const { folder } = subject();
    const file = join(folder, 'global.md');
    writeFileSync(file, 'half');
    let changes = 0;
    const calls: SystemCalls = {
      ...systemCalls,
      open: async (...args) => {
        const open = await systemCalls.open(...args);
        return {
          ...open,
          read: async (into, position) => {
            const got = await open.read(into, position);
            if (got > 0 && changes < 2) {
              changes += 1;
              writeFileSync(file, `whole ${changes}`);
            }
            return got;
          },
        };
      },
    };
    const read = await createFiles({ calls }).read(file, { maxBytes });
    expect(read).toMatchObject({ bytes: bytes('whole 2'), info: { size: 7 } });
  });

  it('follows links, lists a dangling one as other, and advises an account without permission', async () => {
    const { files, folder } = subject();
    writeFileSync(join(folder, 'real.md'), 'text');
    symlinkSync('real.md', join(folder, 'link.md'));
    symlinkSync('nowhere.md', join(folder, 'dangling.md'));
    expect(await files.read(join(folder, 'link.md'), { maxBytes })).toMatchObject({ bytes: bytes('text') });
    const kinds = (await files.list(folder)).map(({ name, kind }) => `${name} ${kind}`).sort();
    expect(kinds).toEqual(['dangling.md other', 'link.md file', 'real.md file']);
    const calls = createFaultySystemCalls(systemCalls);
    calls.setFault({ call: 1, errno: 'EACCES' });
    await expect(createFiles({ calls }).read(join(folder, 'real.md'), { maxBytes })).rejects.toMatchObject({
      code: 'no_permission',
      message: expect.stringContaining('permissions of the file'),
    });
  });
});

describe('resolving a path', () => {
  it.each([
    ['through links and folders that are links', 'alias/link.md', 'folder/real.md'],
    ['through a dangling link', 'folder/dangling.md', 'folder/none/new.md'],
    ['below a link to nothing', 'folder/dangling.md/x', 'folder/none/new.md/x'],
    ['to a missing file through links', 'alias/new/er.md', 'folder/new/er.md'],
  ])('resolves it %s', async (_, path, place) => {
    const { files, folder } = subject();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'folder/real.md'), '');
    symlinkSync('folder', join(folder, 'alias'));
    symlinkSync('../folder/real.md', join(folder, 'folder/link.md'));
    symlinkSync('none/new.md', join(folder, 'folder/dangling.md'));
    expect(await files.destination(join(folder, path))).toBe(join(folder, place));
  });

  it('returns the path itself for links in a circle', async () => {
    const { files, folder } = subject();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(await files.destination(join(folder, 'a'))).toBe(join(folder, 'a'));
  });
});

describe('the app’s own data', () => {
  it('is readable by this person alone, with folders, whatever the umask', async () => {
    const { files, folder } = subject();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await files.store(join(folder, 'data/history/a'), bytes('one'));
    await files.appendLine(join(folder, 'data/journal'), 'line');
    const mode = (name: string) => statSync(join(folder, name)).mode & 0o777;
    expect([mode('data'), mode('data/history')]).toEqual([0o700, 0o700]);
    expect([mode('data/history/a'), mode('data/journal')]).toEqual([0o600, 0o600]);
  });

  it('is moved once when two processes move it at the same moment', async () => {
    const { folder } = subject();
    const [from, to] = [join(folder, 'before'), join(folder, 'after')];
    mkdirSync(from);
    const other = createFiles();
    const rename: typeof systemCalls.rename = async (...paths) => {
      await other.renameFolder(from, to);
      return systemCalls.rename(...paths);
    };
    await createFiles({ calls: { ...systemCalls, rename } }).renameFolder(from, to);
    expect(readdirSync(folder)).toEqual(['after']);
  });
});

describe('a sweep', () => {
  /** The name that a process no longer running would have given. */
  function nameOfEndedProcess(path: string): string {
    const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
    return path.replace(`.${process.pid}-`, `.${pid}-`);
  }

  function sweepSubject() {
    const recovered: [string, string][] = [];
    const { files, folder } = subject({
      recover: async (target, content) => void recovered.push([target, new TextDecoder().decode(content)]),
    });
    const target = join(folder, 'global.md');
    writeFileSync(target, 'current');
    return { files, folder, target, recovered };
  }

  it('deletes new text that never took its place, half written or whole', async () => {
    const { files, folder, target, recovered } = sweepSubject();
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update('whole new').digest('hex');
    const half = nameOfEndedProcess(leftoverPath('new', target, hash));
    const whole = nameOfEndedProcess(leftoverPath('aside', target, hash));
    writeFileSync(half, 'whole n');
    writeFileSync(whole, 'whole new');
    expect((await files.sweep(folder)).map((name) => join(folder, name)).sort()).toEqual([half, whole].sort());
    expect(readdirSync(folder)).toEqual(['global.md']);
    expect(recovered).toEqual([]);
  });

  it('hands over a superseded version before removing it, unless the target has the same text', async () => {
    const { files, folder, target, recovered } = sweepSubject();
    writeFileSync(nameOfEndedProcess(leftoverPath('aside', target, 'f'.repeat(64))), 'theirs, never handed back');
    writeFileSync(nameOfEndedProcess(leftoverPath('aside', target, 'f'.repeat(64))), 'current');
    expect(await files.sweep(folder)).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['global.md']);
    expect(recovered).toEqual([[target, 'theirs, never handed back']]);
  });

  it('leaves a superseded version that can’t be stored elsewhere', async () => {
    const { files, folder } = subject();
    const name = nameOfEndedProcess(leftoverPath('aside', join(folder, 'global.md'), 'f'.repeat(64)));
    writeFileSync(name, 'theirs');
    expect(await files.sweep(folder)).toEqual([]);
    expect(readFileSync(name, 'utf8')).toBe('theirs');
  });

  it('leaves alone the files of a live process, ours or another', async () => {
    const { files, folder, target } = sweepSubject();
    await files.replace(target, bytes('new'));
    const other = leftoverPath('new', target, '').replace(`.${process.pid}-`, `.${process.ppid}-`);
    const unwritten = other.replace(/-\.contexture/, `-${'0'.repeat(16)}.contexture`);
    writeFileSync(unwritten, 'being written');
    expect(await files.sweep(folder)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

it('handles a folder with a long name, and explains a name that is too long', async () => {
  const { files, folder } = subject();
  const long = join(folder, `${'é'.repeat(120)}.md`);
  await files.replace(long, bytes('one'));
  await files.replace(long, bytes('two'));
  expect(readFileSync(long, 'utf8')).toBe('two');
  await expect(files.replace(join(folder, 'x'.repeat(300)), bytes('one'))).rejects.toMatchObject({ code: 'io_failed' });
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([`${'é'.repeat(120)}.md`]);
});

it('waits for a file that was just written, and not for one at rest', async () => {
  const { folder } = subject();
  const file = join(folder, 'global.md');
  writeFileSync(file, 'one');
  const written = statSync(file).mtimeMs;
  const waits: number[] = [];
  let now = written + 30;
  const timing = {
    now: () => now,
    elapsed: () => now,
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
      if (waits.length < 3) {
        writeFileSync(file, 'x'.repeat(waits.length));
      }
    },
  };
  const files = createFiles({ timing });
  await files.settle(file);
  expect(waits.slice(1)).toEqual([100, 100]);
  expect(waits[0]).toBeLessThanOrEqual(100);
  now = statSync(file).mtimeMs + 101;
  waits.length = 0;
  await files.settle(file);
  expect(waits).toEqual([]);
});

it('stops waiting for a file that never rests after a second', async () => {
  const { folder } = subject();
  const file = join(folder, 'global.md');
  writeFileSync(file, '');
  const start = Math.floor(statSync(file).mtimeMs);
  let now = start;
  const timing = {
    now: () => now,
    elapsed: () => now,
    wait: async (ms: number) => {
      now += ms;
      writeFileSync(file, 'x'.repeat(now - start));
    },
  };
  await createFiles({ timing }).settle(file);
  expect(now - start).toBeGreaterThanOrEqual(900);
  expect(now - start).toBeLessThanOrEqual(1000);
});

it('creates folders and reports obstacles', async () => {
  const { files, folder } = subject();
  await files.makeFolder(join(folder, 'a/b'));
  await files.makeFolder(join(folder, 'a/b'));
  writeFileSync(join(folder, 'file'), '');
  await expect(files.makeFolder(join(folder, 'file/c'))).rejects.toMatchObject({ code: 'not_a_file' });
  mkdirSync(join(folder, 'mode'));
  chmodSync(join(folder, 'mode'), 0o755);
  expect(statSync(join(folder, 'a')).isDirectory()).toBe(true);
});
