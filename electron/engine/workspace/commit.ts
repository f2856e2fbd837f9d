import type { Change, ChangeResult } from '#shared/contract/changes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Author, History } from '../history/history.ts';
import { orLogged } from '../or-logged.ts';
import { createSignal } from '../signal.ts';
import type { ComputeStep, WrittenStep } from '../steps/step.ts';
import type { UndoRequest } from '../steps/undo-record.ts';
import type { LockedTurn, Turn } from './access.ts';
import type { WorkspaceCore } from './core.ts';
import { recover } from './recovery.ts';
import type { Refresh } from './refresh.ts';
import { Transaction, type TransactionNeeds } from './transaction.ts';

type WriteRule = {
  /** Allows a change to a deleted memory, which puts it back; refused if left out. */
  readonly deleted?: 'is put back';
  readonly name?: string | undefined;
  readonly undoes?: UndoRequest;
  /** Notes taken under the same lock, once the step is written. */
  readonly afterwards?: (locked: LockedTurn) => Promise<void>;
  /** Folders from which the leftovers of interrupted writes are removed first. */
  readonly sweeps?: readonly string[] | undefined;
  /** Set if the change erases something, so nobody can undo it. */
  readonly isFinal?: true;
  /** Time of the change if it is one of several steps reported as one; now if left out. */
  readonly at?: number;
  /** True if the caller no longer wants the change, which may happen while it waits for the lock. */
  readonly cancelled?: CancellationToken['cancelled'] | undefined;
};

type Needs = TransactionNeeds &
  Pick<WorkspaceCore, 'access' | 'programLock' | 'dataFolder' | 'durability'> & {
    readonly history: Pick<History, 'lines' | 'isAvailable' | 'recall' | 'note'>;
    readonly contextFile: {
      revision(): number;
      checkWritable(): void;
      checkNotDeleted(): void;
      refreshWhole(turn: Turn): Promise<void>;
      finishWaiting(turn: Turn): Promise<void>;
      acceptWritten(locked: LockedTurn, who: Author | 'erasure', written: WrittenStep, change: Change | null): void;
    };
    readonly undoNotes: {
      add(locked: LockedTurn, who: Author, written: WrittenStep, undoes: UndoRequest | null): Promise<Change>;
    };
    readonly refresh: Pick<Refresh, 'all' | 'makeUp' | 'settings' | 'checkThere'>;
  };

export type Commit = ReturnType<typeof createCommit>;

/** Makes changes one at a time under the lock, and takes in their results. */
export function createCommit(needs: Needs) {
  const { ports, layout, access, programLock, durability, dataFolder, contextFile, undoNotes, refresh } = needs;
  /** Emitted once the workspace has its own folder. */
  const settled = createSignal();
  /** Emitted under the lock once the memory has a change. */
  const accepted = createSignal<[locked: LockedTurn, undoes: UndoRequest | null]>();
  /** Emitted with the paths of a change, once the lock is released. */
  const written = createSignal<[turn: Turn, paths: readonly string[]]>();

  const recorded = <T>(turn: Turn, who: Author, work: () => Promise<T>): Promise<T> =>
    runRecorded(needs, turn, who, work);

  /** Makes the workspace's own folder at the first write. */
  async function settle(locked: LockedTurn): Promise<void> {
    if (await dataFolder.settle(locked)) {
      await ports.files.makeFolder(layout.ownFolder);
      await settled.emit();
    }
  }

  const recoverIn = (locked: LockedTurn, folders: readonly string[]): Promise<void> =>
    durability.attempt(() => recoverFirst(needs, locked, folders));

  async function writeLocked(locked: LockedTurn, who: Author, compute: ComputeStep, rule: WriteRule) {
    await durability.attempt(() => settle(locked));
    await recoverIn(locked, rule.sweeps ?? []);
    await refresh.makeUp();
    // Another Contexture process may just have saved settings, and a watch would report that too late.
    await refresh.settings();
    const done = await programLock.hold(locked, async (note) => {
      const step = await writeStep(locked, who, compute, rule);
      return step && note !== null ? { ...step, notes: [...step.notes, note] } : step;
    });
    const change = done && !rule.isFinal ? await undoNotes.add(locked, who, done, rule.undoes ?? null) : null;
    await rule.afterwards?.(locked);
    if (done) {
      contextFile.acceptWritten(locked, rule.isFinal ? 'erasure' : who, done, change);
      await accepted.emit(locked, rule.undoes ?? null);
    }
    return { done, change };
  }

  /** Writes the step, computed from the memory's present content. */
  async function writeStep(locked: LockedTurn, who: Author, compute: ComputeStep, rule: WriteRule) {
    await contextFile.refreshWhole(locked);
    if (rule.deleted !== 'is put back') {
      contextFile.checkNotDeleted();
    }
    if (rule.cancelled?.()) {
      throw new ContextureError('cancelled', 'That was taken back before it was begun. Nothing was changed.');
    }
    return new Transaction(needs, { who, name: rule.name ?? null }, rule.at).run(locked, compute);
  }

  const nothingDone = (): ChangeResult => ({ change: null, revision: contextFile.revision(), archived: [], notes: [] });

  async function write(turn: Turn, who: Author, compute: ComputeStep, rule: WriteRule = {}): Promise<ChangeResult> {
    contextFile.checkWritable();
    await refresh.checkThere();
    await contextFile.finishWaiting(turn);
    const { done, change } = await recorded(turn, who, () =>
      access.locked(turn, (locked) => writeLocked(locked, who, compute, rule)),
    );
    if (done === null) {
      return nothingDone();
    }
    const { step, notes, files } = done;
    await written.emit(
      turn,
      files.map(({ path }) => path),
    );
    return { ...nothingDone(), change, archived: [...step.archived], notes: [...step.notes, ...notes] };
  }

  return {
    write,
    recorded,
    recoverIn,
    settled,
    accepted,
    written,
    settle,
    /** Makes the workspace's own folder; skipped if that can't be done and the person agreed. */
    attemptSettle: (locked: LockedTurn): Promise<void> => durability.attempt(() => settle(locked)),
    /** Makes a change, after whatever is under way. */
    change: (who: Author, compute: ComputeStep, rule?: WriteRule): Promise<ChangeResult> =>
      access.inTurn((turn) => write(turn, who, compute, rule)),
    nothingDone,
    /** @throws `workspace_gone` if its folder is gone, which is not made again */
    checkThere: refresh.checkThere,
    /** @throws the error that keeps anything from being written or recorded */
    async checkRecorded(): Promise<void> {
      contextFile.checkWritable();
      await refresh.checkThere();
      const problem = await durability.look();
      if (problem) {
        throw problem;
      }
    },
    /** Recovers if it can: on a full or read-only disk the memory can still be looked at. */
    async putRight(turn: Turn): Promise<void> {
      await orLogged(ports, 'What an earlier end left undone could not be put right', () =>
        access.locked(turn, (locked) => recover(needs, locked, layout.folders)),
      );
    },
  };
}

/**
 * Recovers first: another process may have ended between two files, and its record must not be lost with ours.
 * @param folders also swept
 */
async function recoverFirst(needs: Needs, locked: LockedTurn, folders: readonly string[]): Promise<void> {
  if (await recover(needs, locked, folders)) {
    await needs.refresh.all(locked);
  }
}

/** Runs work that writes. If what it replaces can't be recorded, it begins only if the person agreed. */
async function runRecorded<T>(
  { durability, refresh }: Needs,
  turn: Turn,
  who: Author,
  work: () => Promise<T>,
): Promise<T> {
  const problem = durability.problem() && (await durability.look());
  if (problem && !(who === 'person' && durability.allowsUnrecorded())) {
    throw problem;
  }
  try {
    return await work();
  } catch (error) {
    const mayStand = toContextureError(error).details['mayStand'] === true;
    if (mayStand) {
      await refresh.all(turn).catch(() => undefined);
      throw error;
    }
    throw await durability.reasonFor(error);
  }
}
