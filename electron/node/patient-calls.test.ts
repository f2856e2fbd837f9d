import { expect, it } from 'vitest';
import { systemError } from '#testing/faulty-system-calls.ts';
import { createPatientCalls } from './patient-calls.ts';
import { systemCalls } from './system-calls.ts';

function failing(errno: string, times: number) {
  let tries = 0;
  let now = 0;
  const waits: number[] = [];
  const timing = {
    now: () => now,
    elapsed: () => now,
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const rename = async () => {
    tries += 1;
    if (tries <= times) {
      throw systemError(errno, 'rename');
    }
  };
  const calls = createPatientCalls({ ...systemCalls, rename }, timing);
  return { calls, waits, tries: () => tries };
}

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'tries again, with growing pauses, while a scanner holds the file (%s)',
  async (errno) => {
    const { calls, waits } = failing(errno, 3);
    await calls.rename('a', 'b');
    expect(waits).toEqual([10, 20, 40]);
  },
);

it('reports the error after a second', async () => {
  const { calls, waits } = failing('EBUSY', Number.POSITIVE_INFINITY);
  await expect(calls.rename('a', 'b')).rejects.toMatchObject({ code: 'EBUSY' });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(1000);
  expect(waits.length).toBeGreaterThan(4);
});

it('does not repeat permanent failures', async () => {
  const { calls, tries } = failing('ENOSPC', 1);
  await expect(calls.rename('a', 'b')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(tries()).toBe(1);
});
