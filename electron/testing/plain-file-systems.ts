import type { BigIntStats } from 'node:fs';
import { missingCall } from '#node/native-calls.ts';
import type { SystemCalls } from '#node/system-calls.ts';

/** File systems with fewer features than the one that tests run on, as system calls. */

export const withoutExchange = (calls: SystemCalls): SystemCalls => ({
  ...calls,
  swap: () => Promise.reject(missingCall('exchange two files')),
});

const noLink = () => Promise.reject(missingCall('link'));

export const withoutExchangeAndLinks = (calls: SystemCalls): SystemCalls => ({
  ...withoutExchange(calls),
  link: noLink,
  linkAndRename: noLink,
});

const coarseNs = 2_000_000_000n;

function coarse(stats: BigIntStats): BigIntStats {
  const at = (time: bigint): PropertyDescriptor => ({ value: time - (time % coarseNs) });
  return Object.create(stats, {
    mtimeNs: at(stats.mtimeNs),
    ctimeNs: at(stats.ctimeNs),
    birthtimeNs: at(stats.birthtimeNs),
  }) as BigIntStats;
}

/** File times with a resolution of two seconds, as on memory cards. */
export const withCoarseTimes = (calls: SystemCalls): SystemCalls => ({
  ...calls,
  stat: async (path) => coarse(await calls.stat(path)),
  lstat: async (path) => coarse(await calls.lstat(path)),
  open: async (...args) => {
    const file = await calls.open(...args);
    return { ...file, stat: async () => coarse(await file.stat()) };
  },
});
