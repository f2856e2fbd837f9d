import { ContextureError } from '#shared/contract/errors.ts';
import type { LockHold, Ports } from '../ports.ts';
import type { Links } from './links.ts';
import { createSerialQueue } from './serial-queue.ts';

declare const turnBrand: unique symbol;
/** Proof that nothing else is done on the workspace meanwhile. Only this file makes one. */
export type Turn = { readonly [turnBrand]: true };

/** Shows that the workspace's lock is held as well, so that no other process of ours works on it. */
export type Locked = Turn & {
  /** Whether the lock was taken from a process that had ended without giving it back. */
  readonly tookOver: boolean;
};

const newTurn = (): Turn => ({}) as Turn;
const newLocked = ({ tookOver }: LockHold): Locked => ({ ...newTurn(), tookOver });
const isLocked = (turn: Turn): turn is Locked => 'tookOver' in turn;

/**
 * Work on one workspace, in turn, and under a lock where it writes.
 * @param links says whether anything may be written, the lock included
 */
export function createAccess(
  { files, lock }: Pick<Ports, 'files' | 'lock'>,
  path: string,
  links: Pick<Links, 'check' | 'problem'> = { check: async () => undefined, problem: () => null },
) {
  const enqueue = createSerialQueue();
  let ended = false;
  /** Whether any of us has ever written to the workspace, or begun to. */
  const isLockMade = async (): Promise<boolean> => links.problem() === null && (await files.info(path)) !== null;

  /** Runs work under the lock; at once where its caller holds it already. @throws `outside_workspace`, `busy` */
  async function locked<T>(turn: Turn, work: (locked: Locked) => Promise<T>): Promise<T> {
    if (isLocked(turn)) {
      return work(turn);
    }
    await links.check();
    return lock.hold(path, async (hold) => {
      // It may have taken seconds to get it.
      await links.check();
      return work(newLocked(hold));
    });
  }

  return {
    /** Runs work after whatever is under way. @throws `workspace_not_open` after the last turn */
    inTurn: <T>(work: (turn: Turn) => Promise<T>): Promise<T> =>
      enqueue(async () => {
        if (ended) {
          throw notOpen();
        }
        return work(newTurn());
      }),
    /** Runs work in the last turn there is: what comes later is refused, so that nothing is written once this resolves. */
    inLastTurn: (work: () => Promise<void>): Promise<void> =>
      enqueue(async () => {
        ended = true;
        await work();
      }),
    locked,
    isLockMade,
    /** The same where any of us has ever written; elsewhere without the lock, because looking alone makes none. */
    async lockedIfMade(turn: Turn, work: () => Promise<void>): Promise<void> {
      await (isLocked(turn) || (await isLockMade()) ? locked(turn, work) : work());
    },
  };
}

/** What is asked of a workspace that was closed, or is closing. */
export function notOpen(details: { readonly workspace?: string } = {}): ContextureError {
  return new ContextureError('workspace_not_open', 'That workspace is no longer open. Open it again.', details);
}
