import { ContextureError } from '#shared/contract/errors.ts';
import type { LockHold, Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { Links } from './links.ts';

declare const turnBrand: unique symbol;
/** Proof that nothing else is done on the workspace meanwhile. Only this file makes one. */
export type Turn = { readonly [turnBrand]: true };

/** Proof that the workspace's lock is held too, so no other process of ours works on it. */
export type LockedTurn = Turn & {
  /** True if the lock was taken from a process that ended without releasing it. */
  readonly tookOver: boolean;
};

const newTurn = (): Turn => ({}) as Turn;
const newLocked = ({ tookOver }: LockHold): LockedTurn => ({ ...newTurn(), tookOver });
const isLocked = (turn: Turn): turn is LockedTurn => 'tookOver' in turn;

/**
 * Runs work on one workspace in turn, and under a lock if it writes.
 * @param links tells whether anything may be written, the lock included
 */
export function createAccess(
  { files, lock }: Pick<Ports, 'files' | 'lock'>,
  path: string,
  links: Pick<Links, 'check' | 'problem'> = { check: async () => undefined, problem: () => null },
) {
  const enqueue = createSerialQueue();
  let ended = false;
  /** True once any process of ours has written to the workspace, or begun to. */
  const isLockMade = async (): Promise<boolean> => links.problem() === null && (await files.info(path)) !== null;

  /** Runs work under the lock; at once if its caller already holds it. @throws `outside_workspace`, `busy` */
  async function locked<T>(turn: Turn, work: (locked: LockedTurn) => Promise<T>): Promise<T> {
    if (isLocked(turn)) {
      return work(turn);
    }
    await links.check();
    return lock.hold(path, async (hold) => {
      if (hold.hasWaited) {
        await links.check();
      }
      return work(newLocked(hold));
    });
  }

  return {
    /** Runs work after whatever is under way. @throws `workspace_not_open` after the last turn */
    inTurn: <T>(work: (turn: Turn) => Promise<T>): Promise<T> =>
      enqueue(async () => {
        if (ended) {
          throw notOpenError();
        }
        return work(newTurn());
      }),
    /** Runs work in the last turn: later work is refused, so nothing is written once this resolves. */
    inLastTurn: (work: () => Promise<void>): Promise<void> =>
      enqueue(async () => {
        ended = true;
        await work();
      }),
    locked,
    isLockMade,
    /** Runs work under the lock if any of us has ever written here; else without, because looking makes no lock. */
    async lockedIfMade(turn: Turn, work: () => Promise<void>): Promise<void> {
      await (isLocked(turn) || (await isLockMade()) ? locked(turn, work) : work());
    },
  };
}

/** Error for a call on a workspace that was closed, or is closing. */
export function notOpenError(details: { readonly workspace?: string } = {}): ContextureError {
  return new ContextureError('workspace_not_open', 'That workspace is no longer open. Open it again.', details);
}
