import { errnoOf, type SystemCalls } from './system-calls.ts';

const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Gives the file at `from` the second name `to`, or EEXIST. Where there are no hard links it is moved instead. */
export async function nameExclusively(calls: SystemCalls, from: string, to: string): Promise<void> {
  try {
    await calls.link(from, to);
  } catch (error) {
    if (!noLinks.has(errnoOf(error) ?? '')) {
      throw error;
    }
    await calls.renameIfAbsent(from, to);
  }
}
