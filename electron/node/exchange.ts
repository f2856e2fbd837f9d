import { leftoverPath } from './leftover-names.ts';
import { errnoOf, type SystemCalls } from './system-calls.ts';

/** Result of putting a new file in the target's place. */
type TakenPlace =
  /** Done; the superseded file now has the name `aside`. */
  | { readonly state: 'done'; readonly aside: string }
  /** The target is gone. */
  | { readonly state: 'gone' }
  /** The target's name can't be given to another file: something is mounted there. */
  | { readonly state: 'fixed' };

const noExchange = new Set(['ENOSYS', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY']);
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/**
 * Puts the file at `from` in the target's place and keeps what was there: with the system's exchange, exactly what was
 * superseded. Without it, a program that replaces the target between our two calls loses its version.
 * @throws the system's error, with both files where they were.
 */
export async function exchangeInto(
  calls: SystemCalls,
  from: string,
  target: string,
  hash: string,
  onWindows: boolean = process.platform === 'win32',
): Promise<TakenPlace> {
  const keep = leftoverPath('aside', target, hash);
  const ways: [() => Promise<void>, aside: string, unavailable: ReadonlySet<string>][] = [
    [() => calls.swap(from, target), from, noExchange],
    [() => calls.linkAndRename(from, target, keep), keep, noLinks],
    [() => calls.copyAndRename(from, target, keep), keep, new Set()],
  ];
  for (const [way, aside, unavailable] of ways) {
    try {
      await way();
      return { state: 'done', aside };
    } catch (error) {
      const errno = errnoOf(error) ?? '';
      if (errno === 'ENOENT') {
        return { state: 'gone' };
      }
      if (errno === 'EXDEV' || (errno === 'EBUSY' && !onWindows)) {
        return { state: 'fixed' };
      }
      if (!unavailable.has(errno)) {
        throw error;
      }
    }
  }
  throw new Error('unreachable: the last way has no unavailable errors');
}

/** Gives the file at `from` the second name `to`, or fails with EEXIST. Moves it if there are no hard links. */
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
