import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allIn } from '#testing/all-in.ts';
import { createFaultySystemCalls } from '#testing/faulty-system-calls.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type SystemCalls, systemCalls } from '../system-calls.ts';
import { moveFolder, settleFolderMove } from './moving.ts';

const superseded = { moved: () => undefined, settled: async () => undefined };

/** As between two file systems: no rename into another folder. */
const acrossFileSystems: SystemCalls = {
  ...systemCalls,
  renameIfAbsent: async (from, to) => {
    if (join(from, '..') !== join(to, '..')) {
      throw Object.assign(new Error(`EXDEV: ${from}`), { code: 'EXDEV' });
    }
    await systemCalls.renameIfAbsent(from, to);
  },
};

/** A folder with files, an empty one, modes and times. */
function place() {
  const root = temporaryFolder();
  const [from, to] = [join(root, 'active/w'), join(root, 'completed/w')];
  mkdirSync(join(from, 'empty'), { recursive: true });
  mkdirSync(join(from, 'steps'));
  writeFileSync(join(from, 'context.json'), '{}');
  writeFileSync(join(from, 'steps/run.sh'), '#!/bin/sh', { mode: 0o750 });
  const long = new Date('2001-02-03T04:05:06.789Z');
  for (const name of ['steps/run.sh', 'empty', 'steps']) {
    utimesSync(join(from, name), long, long);
  }
  chmodSync(join(from, 'empty'), 0o555);
  return { root, from, to, before: allIn(from) };
}

const hiddenIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.contexture-/.test(name));

test.each([
  ['one file system', systemCalls],
  ['two file systems', acrossFileSystems],
])('moves a folder unchanged on %s, and never over an existing one', async (_, calls) => {
  const { root, from, to, before } = place();
  await moveFolder({ calls, superseded }, from, to);
  expect([existsSync(from), allIn(to), hiddenIn(root)]).toEqual([false, before, []]);
  expect(await settleFolderMove(calls, from, to)).toBe(true);
  mkdirSync(from);
  await expect(moveFolder({ calls, superseded }, to, from)).rejects.toMatchObject({ code: 'key_exists' });
  expect(allIn(to)).toEqual(before);
});

test.each([
  ['one file system', systemCalls],
  ['two file systems', acrossFileSystems],
])('leaves the folder in one place, whole, wherever a move on %s is cut off', async (_, calls) => {
  const faulty = createFaultySystemCalls(calls);
  for (let call = 1, over = false; !over; call++) {
    const { root, from, to, before } = place();
    faulty.setFault({ call, killed: true });
    over = await moveFolder({ calls: faulty, superseded }, from, to).then(
      () => true,
      () => false,
    );
    const isMoved = await settleFolderMove(systemCalls, from, to);
    expect([existsSync(from), existsSync(to)], `cut off at call ${call}`).toEqual([!isMoved, isMoved]);
    expect(allIn(isMoved ? to : from), `cut off at call ${call}`).toEqual(before);
    const hidden = hiddenIn(root).filter((name) => !/^completed\/\.w\.[^/]*contexture-new/.test(name));
    expect(hidden, `cut off at call ${call}`).toEqual([]);
  }
});

test('keeps what is created in the old place, and cancels the move if the folder changes while it is copied', async () => {
  const { from, to, before } = place();
  await moveFolder({ calls: systemCalls, superseded }, from, to);
  mkdirSync(from);
  writeFileSync(join(from, 'new.txt'), 'new');
  expect(await settleFolderMove(systemCalls, from, to)).toBe(true);
  expect([allIn(to), readdirSync(from)]).toEqual([before, ['new.txt']]);

  const other = place();
  const writing: SystemCalls = {
    ...acrossFileSystems,
    rename: async (one, two) => {
      writeFileSync(join(one, 'late.txt'), 'late');
      await systemCalls.rename(one, two);
    },
  };
  await expect(moveFolder({ calls: writing, superseded }, other.from, other.to)).rejects.toMatchObject({
    code: 'busy',
  });
  expect([existsSync(other.to), readdirSync(other.from).includes('late.txt')]).toEqual([false, true]);
});
