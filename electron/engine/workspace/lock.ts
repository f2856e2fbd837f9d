import { ContextureError } from '#shared/contract/errors.ts';
import type { Held, Ports } from '../ports.ts';

/**
 * The lock between all processes that work on a workspace. Work that holds it may ask for it again, and goes on at once.
 * Everything about a workspace is done in turn, so whoever asks while it is held is part of that work.
 */
export type WorkspaceLock = {
  /** @throws `read_only` for a memory that is only looked at, `busy` */
  hold<T>(work: (held: Held) => Promise<T>): Promise<T>;
  /**
   * The same, but without the lock where none of us has ever written: looking alone makes none, and nobody is writing.
   * For a memory that is only looked at nothing is done.
   */
  holdIfMade(work: () => Promise<void>): Promise<void>;
  /** Whether any of us has ever written to the workspace, or begun to. */
  isMade(): Promise<boolean>;
};

/** @param path null for a memory that is only looked at */
export function createWorkspaceLock(
  { files, lock }: Pick<Ports, 'files' | 'lock'>,
  path: string | null,
): WorkspaceLock {
  let isHeld = false;
  const isMade = async (): Promise<boolean> => path !== null && (await files.info(path)) !== null;

  async function hold<T>(work: (held: Held) => Promise<T>): Promise<T> {
    if (path === null) {
      throw new ContextureError('read_only', 'This memory can only be looked at.');
    }
    if (isHeld) {
      return work({ tookOver: false });
    }
    return lock.hold(path, async (held) => {
      isHeld = true;
      try {
        return await work(held);
      } finally {
        isHeld = false;
      }
    });
  }

  return {
    hold,
    isMade,
    async holdIfMade(work) {
      if (path !== null) {
        await (isHeld || (await isMade()) ? hold(work) : work());
      }
    },
  };
}
