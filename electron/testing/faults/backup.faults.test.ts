import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type SystemCalls, systemCalls } from '#node/system-calls.ts';
import { createComputer } from '../computer.ts';
import { createFaultySystemCalls } from '../faulty-system-calls.ts';
import { preparedComputer } from '../prepared-computer.ts';
import { prepareBundle } from '../worker-process.ts';
import { runKilledAt } from './killed-run.ts';
import { patience, report, sized } from './size.ts';

/** A process is killed before each of its calls that change something on the disk, while it makes or restores a backup. */

const worker = prepareBundle(fileURLToPath(new URL('./backup-process.ts', import.meta.url)));
const stride = sized({ full: 1, small: 23 });

async function prepared() {
  const { computer } = await preparedComputer();
  const { path } = await computer.run((call) => call('backup.create', { to: computer.home }));
  return { computer, path };
}

const isLeftover = (name: string): boolean => /\.contexture-(?:new|aside)$/.test(name);

/** Kills a process at one call after the other, until one completes. */
async function killEach(args: readonly string[], reset: () => void, check: (killAt: number) => unknown) {
  const figures = { kills: 0 };
  for (let [killAt, calls] = [1, null as number | null]; calls === null; killAt += stride) {
    reset();
    ({ calls } = await runKilledAt(worker(), args, killAt));
    figures.kills += calls === null ? 1 : 0;
    await check(killAt);
  }
  expect(figures.kills).toBeGreaterThan(2);
  report('a backup made or restored, its process killed between any two calls', figures);
}

it(
  'a restore on an empty computer that was killed is finished by the next one, to the same bytes',
  patience,
  async () => {
    const { computer, path } = await prepared();
    const other = createComputer();
    const expected = [computer.hashes('notes'), computer.hashes('.claude')];
    const reset = () => rmSync(other.home, { recursive: true });
    await killEach(['restore', path, other.home], reset, async (killAt) => {
      // What is there is as in the backup.
      for (const [name, hash] of Object.entries(existsSync(join(other.home, 'notes')) ? other.hashes('notes') : {})) {
        const isOurs = /\.contexture-(?:new|aside)$/.test(name);
        expect(isOurs || expected[0]?.[name] === hash, `${name}, killed at call ${killAt}`).toBe(true);
      }
      await other.run(async (call) => {
        const { memories } = await call('backup.read', { path });
        const wanted = memories.map(({ memory, to }) => ({ memory, to }));
        const restored = await call('backup.restore', { path, memories: wanted, shared: {} });
        expect(
          restored.memories.map(({ problem }) => problem),
          `killed at call ${killAt}`,
        ).toEqual([null, null]);
        expect((await call('backup.state', {})).interrupted).toBeNull();
      });
      const without = (hashes: Record<string, string>) =>
        Object.fromEntries(Object.entries(hashes).filter(([name]) => !isLeftover(name)));
      const now = [without(other.hashes('notes')), without(other.hashes('.claude'))];
      expect(now, `killed at call ${killAt}`).toEqual(expected);
    });
  },
);

it('a restore over a memory that was killed leaves each text whole, and none is lost', patience, async () => {
  const { computer, path } = await prepared();
  const memory = join(computer.home, 'notes/logs/context/global.md');
  const restored = readFileSync(memory, 'utf8');
  appendFileSync(memory, '- dog: Rex\n');
  const later = readFileSync(memory, 'utf8');
  const hashOfLater = createHash('sha256').update(later).digest('hex');
  const copy = createComputer();
  rmSync(copy.home, { recursive: true });
  cpSync(computer.home, copy.home, { recursive: true, preserveTimestamps: true });
  const reset = () => {
    rmSync(computer.home, { recursive: true });
    cpSync(copy.home, computer.home, { recursive: true, preserveTimestamps: true });
  };
  await killEach(['restore', path, computer.home], reset, async (killAt) => {
    const now = readFileSync(memory, 'utf8');
    expect([restored, later], `killed at call ${killAt}`).toContain(now);
    await computer.run(async (call) => {
      const { id: workspace } = await call('workspaces.open', { path: join(computer.home, 'notes') });
      if (now !== later) {
        const { lines } = await call('history.list', { workspace });
        expect(JSON.stringify(lines), `killed at call ${killAt}`).toContain(`"version":"${hashOfLater}"`);
      }
    });
  });
});

it.each(['ENOSPC', 'EIO'] as const)(
  'a restore whose call fails with %s says so, and the next one finishes it',
  patience,
  async (errno) => {
    const { computer, path } = await prepared();
    const expected = computer.hashes('notes');
    for (let [at, isDone] = [1, false]; !isDone; at += stride) {
      const other = createComputer();
      const calls = createFaultySystemCalls(systemCalls);
      calls.setFault({ call: at, errno });
      const restore = async (using: SystemCalls): Promise<boolean> =>
        other.run(
          async (call) => {
            const memories = [{ memory: 1, to: join(other.home, 'notes') }];
            const restored = await call('backup.restore', { path, memories });
            return restored.memories.every(({ problem }) => problem === null);
          },
          { calls: using },
        );
      await restore(calls).catch(() => false);
      isDone = calls.made.length < at;
      expect(await restore(systemCalls), `call ${at} failed with ${errno}`).toBe(true);
      const now = Object.entries(other.hashes('notes')).filter(([name]) => !isLeftover(name));
      expect(Object.fromEntries(now), `call ${at} failed with ${errno}`).toEqual(expected);
    }
  },
);

it('a backup that was killed leaves no half file under its name', patience, async () => {
  const { computer, path } = await prepared();
  const to = join(computer.home, 'second.zip');
  const reset = () => {
    for (const name of readdirSync(computer.home).filter((each) => each.includes('second.zip'))) {
      rmSync(join(computer.home, name));
    }
  };
  await killEach(['create', to, computer.home], reset, async (killAt) => {
    if (existsSync(to)) {
      const read = await computer.run((call) => call('backup.read', { path: to }));
      expect(read.memories, `killed at call ${killAt}`).toHaveLength(2);
    }
  });
  expect(existsSync(path)).toBe(true);
});

it('control: a program that writes a backup under its name leaves half of it', patience, async () => {
  const { computer, path } = await prepared();
  const to = join(computer.home, 'plain.zip');
  const program = computer.write(
    'plain.mjs',
    `import { promises } from 'node:fs';
const bytes = await promises.readFile(process.argv[2]);
const file = await promises.open(process.argv[3], 'w');
await file.write(bytes.subarray(0, bytes.length / 2));
await file.write(bytes.subarray(bytes.length / 2));
await file.close();
`,
  );
  await runKilledAt(program, [path, to], 2);
  const read = computer.run((call) => call('backup.read', { path: to }));
  await expect(read).rejects.toMatchObject({ code: 'not_text' });
  report('a backup made or restored, its process killed between any two calls', { torn: 1 }, 'written under its name');
});
