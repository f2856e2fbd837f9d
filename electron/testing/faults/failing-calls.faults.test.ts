import { constants, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemCalls } from '#node/system-calls.ts';
import { createFaultySystemCalls, type FaultySystemCalls, type SystemFault } from '../faulty-system-calls.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { filesBefore, isWholeContext } from './kinds-of-write.ts';
import { createRandom } from './random.ts';
import { patience, report, seed, sized } from './size.ts';
import { type Case, cases, flawsAfter } from './trouble.ts';

/**
 * Each system call of each kind of write fails in turn, including those on our own data: whole old or whole new, a
 * fitting error, the history whole. `write-path.faults.test.ts` does the same to the write path alone.
 */

type MakeFault = (call: number) => SystemFault;
const faults: Readonly<Record<string, MakeFault>> = {
  EIO: (call) => ({ call, errno: 'EIO' }),
  ENOSPC: (call) => ({ call, errno: 'ENOSPC' }),
  EACCES: (call) => ({ call, errno: 'EACCES' }),
  EBUSY: (call) => ({ call, errno: 'EBUSY' }),
  'a short write': (call) => ({ call, short: 'told' }),
  'an unreported short write': (call) => ({ call, short: 'untold' }),
  'the end of the process': (call) => ({ call, killed: true }),
};

/** Lets one system call fail; returns the outcome, and the number of system calls. */
async function failing(each: Case, fault: SystemFault | null, folder: string) {
  const calls = createFaultySystemCalls(systemCalls);
  let made: readonly string[] = [];
  const flaws = await flawsAfter(
    each,
    {
      name: JSON.stringify(fault),
      calls,
      kills: fault !== null && 'killed' in fault,
      begin: () => calls.setFault(fault),
      end: () => {
        made = [...calls.made];
        calls.setFault(null);
      },
    },
    folder,
  );
  return { flaws, calls: Math.max(made.length, calls.made.length) };
}

/** Number of system calls of each case without a failure. */
const counted = new Map<Case, number>();

async function callsOf(each: Case, folder: string): Promise<number> {
  const { calls, flaws } = counted.has(each) ? { calls: 0, flaws: [] } : await failing(each, null, folder);
  expect(flaws).toEqual([]);
  const known = counted.get(each) ?? calls;
  counted.set(each, known);
  return known;
}

describe.each(cases)('$name, after $done others', (each) => {
  it.each(Object.entries(faults))(
    '%s: whole old or whole new, reported in words, no litter',
    patience,
    async (what, fault) => {
      const folder = temporaryFolder();
      const random = createRandom(seed + what.length + each.name.length * 100);
      const calls = await callsOf(each, folder);
      // One at random in a small run. A fault can lengthen the sequence, so in full it goes on until it was never
      // reached.
      const [first, last] = sized({ full: [1, Number.POSITIVE_INFINITY], small: [1 + random.below(calls), 0] });
      const flaws: string[] = [];
      let call = first;
      for (let isReached = true; isReached; call++) {
        const found = await failing(each, fault(call), folder);
        flaws.push(...found.flaws);
        isReached = found.calls >= call && call < last;
      }
      report('a system call fails', { 'calls failed': call - first, 'torn, lost, unsaid or left lying': flaws.length });
      expect(flaws).toEqual([]);
    },
  );
});

type NaiveSave = (calls: FaultySystemCalls, path: string, text: string) => Promise<void>;
const naive: Readonly<Record<string, NaiveSave>> = {
  'in place': async (calls, path, text) => {
    const file = await calls.open(path, constants.O_WRONLY | constants.O_TRUNC);
    await file.write(new TextEncoder().encode(text), 0);
    await file.close();
  },
  'by a rename that looks at nothing': async (calls, path, text) => {
    const file = await calls.open(`${path}.tmp`, constants.O_WRONLY | constants.O_CREAT);
    await file.write(new TextEncoder().encode(text), 0);
    await file.sync();
    await file.close();
    await calls.rename(`${path}.tmp`, path);
  },
};

const before = filesBefore['logs/context/global.md'] ?? '';

it.each(Object.entries(naive))('control: fails when files are written %s', async (how, save) => {
  const path = join(temporaryFolder(), 'global.md');
  let torn = 0;
  let tried = 0;
  for (const fault of Object.values(faults)) {
    for (let call = 1; call <= 5; call++) {
      writeFileSync(path, before);
      const calls = createFaultySystemCalls(systemCalls);
      calls.setFault(fault(call));
      await save(calls, path, before.replace('English', 'German')).catch(() => undefined);
      torn += isWholeContext(readFileSync(path, 'utf8')) ? 0 : 1;
      tried += 1;
    }
  }
  expect(torn).toBeGreaterThan(0);
  report('a system call fails', { calls: tried, torn }, `written ${how}`);
});
