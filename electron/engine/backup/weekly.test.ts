import { posix } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import { openIn } from '#testing/engine-world.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';

const day = 24 * 60 * 60 * 1000;
const root = '/home/person/notes';
const folder = '/media/disk/backups';

async function opened() {
  const ports = createMemoryPorts();
  ports.outside.write(`${root}/logs/context/global.md`, '## Facts (certain)\n- city: Lisbon\n');
  ports.outside.makeFolder(folder);
  const engine = createEngine(ports);
  onTestFinished(() => engine.close());
  const { call, of } = await openIn({ root, engine: () => engine });
  const hour = 60 * 60 * 1000;
  const last = async () => (await call('backup.state', {})).last;
  /** Lets time pass until there is another result. */
  const next = async () => {
    const before = await last();
    await expect
      .poll(
        async () => {
          await ports.clock.advance(hour);
          return (await last())?.at;
        },
        { interval: 1, timeout: 30_000 },
      )
      .not.toBe(before?.at);
    return last();
  };
  const backups = () => ports.outside.children(folder);
  return { ports, call, of, next, backups };
}

test('nothing is written until a folder is chosen', async () => {
  const { ports, call, backups } = await opened();
  await ports.clock.advance(30 * day);
  expect(backups()).toEqual([]);
  expect(await call('backup.state', {})).toEqual({ weekly: null, last: null, interrupted: null });
});

test('a backup is made at once and each week, and only the oldest of its own go', async () => {
  const { ports, call, of, next, backups } = await opened();
  ports.outside.write(posix.join(folder, 'contexture-backup-2020-01-01.zip'), 'mine');
  await call('backup.setWeekly', { weekly: { folder, keep: 2 } });
  const made = [await next(), await next(), await next()];
  expect(made.map((each) => each?.problem)).toEqual([null, null, null]);
  const [first = 0, second = 0] = made.map((each) => each?.at ?? 0);
  expect(second - first).toBeGreaterThanOrEqual(7 * day);
  const names = made.slice(1).map((each) => posix.basename(each?.path ?? ''));
  expect(backups()).toEqual(['contexture-backup-2020-01-01.zip', ...names]);
  expect(of('backup.changed').at(-1)?.last).toEqual(made.at(-1));
  await call('backup.setWeekly', { weekly: null });
  await ports.clock.advance(30 * day);
  expect(backups()).toEqual(['contexture-backup-2020-01-01.zip', ...names]);
});

test('a folder that is gone is reported, not made, and tried again', async () => {
  const { ports, call, next, backups } = await opened();
  await expect(call('backup.setWeekly', { weekly: { folder: '/media/none', keep: 2 } })).rejects.toMatchObject({
    code: 'not_found',
  });
  await call('backup.setWeekly', { weekly: { folder, keep: 2 } });
  ports.outside.remove(folder);
  expect((await next())?.problem).toContain(`There is no folder ${folder}`);
  expect(await ports.files.info(folder)).toBeNull();
  ports.outside.makeFolder(folder);
  expect((await next())?.problem).toBeNull();
  expect(backups()).toHaveLength(1);
});
