import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createFaultySystemCalls, systemError } from '#testing/faulty-system-calls.ts';
import { lockSuite } from '#testing/lock-suite.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { prepareWorker } from '#testing/worker-process.ts';
import { createLock } from './lock.ts';
import { missingCall } from './native-calls.ts';
import { lockFlags, type SystemCalls, systemCalls } from './system-calls.ts';

/** A machine without the native extension. */
const withoutKernelLock: SystemCalls = {
  ...systemCalls,
  open: async (...args) => ({
    ...(await systemCalls.open(...args)),
    tryLock: () => {
      throw missingCall('lock a file');
    },
  }),
};

function subject(calls: SystemCalls, path = join(temporaryFolder(), '.contexture/lock')) {
  const clock = createManualClock();
  // File times come from the machine, so the clock starts there.
  const offset = Date.now() - clock.now();
  const timing = {
    now: () => clock.now() + offset,
    elapsed: clock.now,
    wait: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)),
  };
  return {
    lock: createLock({ calls, timing }),
    path,
    untilSettled: async (promise: Promise<unknown>) => {
      let settled = false;
      const done = () => {
        settled = true;
      };
      promise.then(done, done);
      while (!settled) {
        // File access is real: time must not run so fast that a wait ends before a file has been opened.
        await clock.advance(10);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  };
}

lockSuite('the kernel lock', async () => ({
  ...subject(systemCalls),
  holdFromOutside: async (path) => {
    mkdirSync(dirname(path), { recursive: true });
    const file = await systemCalls.open(path, lockFlags, 0o600);
    expect(file.tryLock()).toBe(true);
    return () => file.close();
  },
}));

lockSuite('the lock by heartbeat', async () => ({
  ...subject(withoutKernelLock),
  holdFromOutside: async (path) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.held`, JSON.stringify({ pid: process.ppid, host: hostname(), id: 'theirs' }));
    return async () => rmSync(`${path}.held`);
  },
}));

it('creates a lock file only this person can use, and leaves it for the next', async () => {
  const { lock, path } = subject(systemCalls);
  await lock.hold(path, async () => {});
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

it('does not take a lock on a file that lost its name', async () => {
  const { path } = subject(systemCalls);
  let opened = 0;
  const calls: SystemCalls = {
    ...systemCalls,
    open: async (...args) => {
      const file = await systemCalls.open(...args);
      opened += 1;
      if (opened === 1) {
        rmSync(path);
        writeFileSync(path, '');
      }
      return file;
    },
  };
  mkdirSync(dirname(path), { recursive: true });
  await createLock({ calls }).hold(path, async () => {
    const file = await systemCalls.open(path, lockFlags);
    expect(file.tryLock()).toBe(false);
    await file.close();
  });
  expect(opened).toBe(2);
});

it('does not keep a lock it could not verify', async () => {
  const { lock, path } = subject(systemCalls);
  const failing = createFaultySystemCalls(systemCalls);
  await lock.hold(path, async () => {});
  for (const call of [2, 3]) {
    failing.setFault({ call, errno: 'EIO' });
    await expect(createLock({ calls: failing }).hold(path, async () => {})).rejects.toMatchObject({
      code: 'io_failed',
    });
    const file = await systemCalls.open(path, lockFlags);
    expect(file.tryLock()).toBe(true);
    await file.close();
  }
});

it('waits no longer when the clock is set back meanwhile', async () => {
  const path = join(temporaryFolder(), 'lock');
  const file = await systemCalls.open(path, lockFlags, 0o600);
  expect(file.tryLock()).toBe(true);
  let time = 0;
  const timing = {
    now: () => -time,
    elapsed: () => time,
    wait: async (ms: number) => {
      time += ms;
    },
  };
  await expect(createLock({ timing }).hold(path, async () => {})).rejects.toMatchObject({ code: 'busy' });
  await file.close();
});

it('leaves no lock file, by heartbeat, that does not name its holder', async () => {
  const path = join(temporaryFolder(), '.contexture/lock');
  const failing = createFaultySystemCalls(withoutKernelLock);
  await createLock().hold(path, async () => {});
  await createLock({ calls: failing }).hold(path, async () => {});
  const makesLock = failing.made.indexOf('write') + 1;
  failing.setFault({ call: makesLock, errno: 'ENOSPC' });
  await expect(createLock({ calls: failing }).hold(path, async () => {})).rejects.toMatchObject({ code: 'disk_full' });
  expect(readdirSync(dirname(path))).toEqual(['lock']);
});

it('explains why a folder that takes no files can’t be locked', async () => {
  const calls = { ...systemCalls, open: () => Promise.reject(systemError('EROFS', 'open')) };
  await expect(createLock({ calls }).hold('/memory/.contexture/lock', async () => {})).rejects.toMatchObject({
    code: 'no_permission',
    message: expect.stringContaining('the disk is read-only'),
  });
});

it('takes over, by heartbeat, from a process that has ended or been silent for ten seconds', async () => {
  const { lock, path, untilSettled } = subject(withoutKernelLock);
  mkdirSync(dirname(path), { recursive: true });
  const holders = [
    { pid: 2 ** 22 + 1, host: hostname(), age: 0 },
    { pid: 1, host: 'another-machine', age: 11 },
  ];
  for (const { age, ...holder } of holders) {
    writeFileSync(`${path}.held`, JSON.stringify(holder));
    const then = Date.now() / 1000 - age;
    utimesSync(`${path}.held`, then, then);
    const held = lock.hold(path, async ({ tookOver }) => tookOver);
    await untilSettled(held);
    expect(await held).toBe(true);
  }
  expect(await lock.hold(path, async ({ tookOver }) => tookOver)).toBe(false);
  expect(readdirSync(dirname(path))).toEqual(['lock']);
});

const startWorker = prepareWorker(fileURLToPath(new URL('../testing/lock-worker.ts', import.meta.url)));

it('is free at once when its holder is killed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, '.contexture/lock');
  const worker = startWorker('hold', folder);
  await worker.said('held');
  const file = await systemCalls.open(path, lockFlags);
  expect(file.tryLock()).toBe(false);
  worker.child.kill('SIGKILL');
  expect(await worker.ended).toBe('SIGKILL');
  expect(file.tryLock()).toBe(true);
  await file.close();
  expect(await createLock().hold(path, async () => 'mine')).toBe('mine');
});

it.skipIf(process.platform !== 'linux')('names a suspended holder, and waits for it once', async () => {
  const folder = temporaryFolder();
  const path = join(folder, '.contexture/lock');
  const worker = startWorker('hold', folder);
  await worker.said('held');
  worker.child.kill('SIGSTOP');
  let tries = 0;
  const counted: SystemCalls = {
    ...systemCalls,
    open: (...args) => {
      tries += 1;
      return systemCalls.open(...args);
    },
  };
  const { lock, untilSettled } = subject(counted, path);
  const holder = expect.stringMatching(
    new RegExp(
      `“node worker\\.mjs hold” \\(process ${worker.child.pid}\\), has begun to change this memory and is suspended`,
    ),
  );
  const triesOf = async (): Promise<number> => {
    const before = tries;
    const held = lock.hold(path, async () => {});
    await untilSettled(held);
    await expect(held).rejects.toMatchObject({ code: 'busy', message: holder, details: { process: worker.child.pid } });
    return tries - before;
  };
  expect(await triesOf()).toBeGreaterThan(5 * (await triesOf()));
  worker.child.kill('SIGKILL');
  await worker.ended;
  expect(await lock.hold(path, async () => 'mine')).toBe('mine');
});

it('loses no line when eight processes append to one file', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const [processes, lines] = [8, 20];
  const workers = Array.from({ length: processes }, (_, n) =>
    startWorker('add', folder, `process-${n}`, String(lines)),
  );
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(Array(processes).fill(0));
  const found = readFileSync(join(folder, 'global.md'), 'utf8').trimEnd().split('\n');
  const expected = workers.flatMap((_, n) => Array.from({ length: lines }, (_, line) => `process-${n} ${line + 1}`));
  expect(found.sort()).toEqual(expected.sort());
  expect(readdirSync(folder).sort()).toEqual(['.contexture', 'global.md']);
});
