import { constants, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFaultySystemCalls, type FaultySystemCalls, type SystemFault } from '#testing/faulty-system-calls.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createFiles } from './files.ts';
import { systemCalls } from './system-calls.ts';

/**
 * Each system call of an append fails in turn: earlier text stays, to the byte; reported additions are there; and the
 * next append is whole, whatever was left before it.
 */

const faults: Readonly<Record<string, (call: number) => SystemFault>> = {
  EIO: (call) => ({ call, errno: 'EIO' }),
  ENOSPC: (call) => ({ call, errno: 'ENOSPC' }),
  EACCES: (call) => ({ call, errno: 'EACCES' }),
  'a short write': (call) => ({ call, short: 'told' }),
  'an unreported short write': (call) => ({ call, short: 'untold' }),
  'the end of the process': (call) => ({ call, killed: true }),
};

type Append = (calls: FaultySystemCalls, path: string, line: string) => Promise<unknown>;

const ours: Append = (calls, path, line) => createFiles({ calls }).append(path, [line], { maxBytes: 1000 });
/** The usual way of most programs that keep a list in a file. */
const naive: Append = async (calls, path, line) => {
  const text = readFileSync(path, 'utf8');
  const file = await calls.open(path, constants.O_WRONLY | constants.O_TRUNC);
  await file.write(new TextEncoder().encode(`${text}${line}\n`), 0);
  await file.sync();
  await file.close();
};

const before = '{"n":1}\n{"n":2}\n';

/**
 * Lets one call fail while a line is added, then adds another; returns the problems in the file, and if the call was
 * made.
 */
async function flawsOf(append: Append, fault: SystemFault) {
  const path = join(temporaryFolder(), 'main.jsonl');
  writeFileSync(path, before);
  const calls = createFaultySystemCalls(systemCalls);
  calls.setFault(fault);
  const isReported = await append(calls, path, '{"n":3}').then(
    () => true,
    () => false,
  );
  const isReached = calls.made.length >= fault.call;
  calls.setFault(null);
  const left = readFileSync(path, 'utf8');
  await append(calls, path, '{"n":4}').catch(() => undefined);
  const after = readFileSync(path, 'utf8');
  const lines = after.split('\n');
  const flaws = [
    left.startsWith(before) ? null : 'what stood there is gone',
    isReported && !left.endsWith('\n{"n":3}\n') ? 'a reported addition is missing' : null,
    after.startsWith(left) ? null : 'what the failure left is gone',
    lines.at(-2) === '{"n":4}' && lines.at(-1) === '' ? null : 'what came next is not whole',
  ];
  return { flaws: flaws.filter((flaw) => flaw !== null), isReached };
}

async function allFlaws(
  append: Append,
  faultAt: (call: number) => SystemFault,
): Promise<{ flaws: string[]; calls: number }> {
  const flaws: string[] = [];
  for (let call = 1; ; call++) {
    const found = await flawsOf(append, faultAt(call));
    if (!found.isReached) {
      return { flaws, calls: call - 1 };
    }
    flaws.push(...found.flaws.map((flaw) => `${call}: ${flaw}`));
  }
}

describe('an append', () => {
  it.each(Object.entries(faults))('loses nothing at %s', async (_, faultAt) => {
    const { flaws, calls } = await allFlaws(ours, faultAt);
    expect(flaws).toEqual([]);
    expect(calls).toBeGreaterThan(4);
  });

  it('says in words what failed, and that the earlier text is intact', async () => {
    const path = join(temporaryFolder(), 'main.jsonl');
    writeFileSync(path, before);
    const calls = createFaultySystemCalls(systemCalls);
    calls.setFault({ call: 4, errno: 'ENOSPC' });
    await expect(ours(calls, path, '{"n":3}')).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/^Could not add to .*: the disk is full\. All that stood in it does; /),
    });
  });

  it('control: loses something when the whole file is written again', async () => {
    const found = await Promise.all(Object.values(faults).map((faultAt) => allFlaws(naive, faultAt)));
    expect(found.flatMap(({ flaws }) => flaws).some((flaw) => flaw.includes('what stood there is gone'))).toBe(true);
  });
});
