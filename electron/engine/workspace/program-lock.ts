import { ContextureError } from '#shared/contract/errors.ts';
import type { Ports } from '../ports.ts';
import type { LockedTurn } from './access.ts';
import type { WorkspaceLayout } from './layout.ts';

export type ProgramLocking = ReturnType<typeof createProgramLocking>;

/** Keeps the memory's own program from writing while we do, if it has a lock for that. */
export function createProgramLocking(
  { programLock }: Pick<Ports, 'programLock'>,
  { contextPath, format }: Pick<WorkspaceLayout, 'contextPath' | 'format'>,
) {
  const { lockBeside, capabilities } = format;
  const program = capabilities.assistant ?? 'Its program';
  let isTold = false;

  return {
    /**
     * Runs work that writes the memory while holding that lock. Without the lock, the exchange still shows what the
     * program wrote meanwhile; that is reported once.
     * @throws `busy` if the program holds it
     */
    async hold<T>(_: LockedTurn, work: (note: string | null) => Promise<T>): Promise<T> {
      if (lockBeside === undefined) {
        return work(null);
      }
      const path = `${contextPath}${lockBeside}`;
      const lock = await programLock.take(path);
      if (lock === 'busy') {
        const message = `${program} is changing this memory right now. Nothing was changed. Wait a moment, then try again.`;
        throw new ContextureError('busy', message, { path }, { retry: true });
      }
      if (lock === 'unavailable') {
        const note = isTold
          ? null
          : `${program} can’t be made to wait on this computer while Contexture saves. If it writes at the same moment, its version is kept and taken in.`;
        isTold = true;
        return work(note);
      }
      try {
        return await work(null);
      } finally {
        await lock.release();
      }
    },
  };
}
