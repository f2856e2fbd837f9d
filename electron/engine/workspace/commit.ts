import type { ChangeResult } from '#shared/contract/changes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Author } from '../history/history.ts';
import { orLogged } from '../or-logged.ts';
import { createSignal } from '../signal.ts';
import type { ComputeStep, WrittenStep } from '../steps/step.ts';
import { createUndoNotes, type UndoRequest } from '../undo/undo-notes.ts';
import type { Locked, Turn } from './access.ts';
import type { Followed } from './followed.ts';
import { recover } from './recovery.ts';
import type { Refresh } from './refresh.ts';
import { Transaction } from './transaction.ts';

type WriteRule = {
  /** Allows a change to a deleted memory, which puts it back; refused if left out. */
  readonly deleted?: 'is put back';
  readonly name?: string | undefined;
  readonly undoes?: UndoRequest;
  /** Notes taken under the same lock, once the step is written. */
  readonly afterwards?: (locked: Locked) => Promise<void>;
  /** Folders from which the leftovers of interrupted writes are removed first. */
  readonly sweeps?: readonly string[] | undefined;
  /** Set if the change erases something, so nobody can undo it. */
  readonly isFinal?: true;
  /** Time of the change if it is one of several steps reported as one; now if left out. */
  readonly at?: number;
  /** True if the caller no longer wants the change, which may happen while it waits for the lock. */
  readonly cancelled?: CancellationToken['cancelled'] | undefined;
};

export type Commit = ReturnType<typeof createCommit>;

/** Makes changes one at a time under the lock, and takes in their results. */
export function createCommit(followed: Followed, refresh: Refresh) {
  const { ports, layout, access, durability, dataFolder, contextFile } = followed;
  /** Emitted once the workspace has its own folder. */
  const settled = createSignal();
  const undoNotes = createUndoNotes(followed);

  /** Runs work that writes. If what it replaces can't be recorded, it begins only if the person agreed. */
  async function recorded<T>(turn: Turn, who: Author, work: () => Promise<T>): Promise<T> {
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

  /** Makes the workspace's own folder at the first write. */
  async function settle(locked: Locked): Promise<void> {
    if (await dataFolder.settle(locked)) {
      await ports.files.makeFolder(layout.ownFolder);
      await settled.emit();
    }
  }

  const recoverIn = (locked: Locked, folders: readonly string[]): Promise<void> =>
    durability.attempt(() => recoverFirst(followed, refresh, locked, folders));

  async function writeLocked(locked: Locked, who: Author, compute: ComputeStep, rule: WriteRule) {
    await durability.attempt(() => settle(locked));
    await recoverIn(locked, rule.sweeps ?? []);
    await refresh.makeUp();
    // Another Contexture process may just have saved settings, and a watch would report that too late.
    await refresh.settings();
    const written = await followed.programLock.hold(locked, async (note) => {
      const step = await writeStep(locked, who, compute, rule);
      return step && note !== null ? { ...step, notes: [...step.notes, note] } : step;
    });
    const change = written && !rule.isFinal ? await undoNotes.add(locked, who, written, rule.undoes ?? null) : null;
    await rule.afterwards?.(locked);
    if (written) {
      contextFile.acceptWritten(locked, rule.isFinal ? 'erasure' : who, written, change);
      await takeInAnswers(locked, followed, rule.undoes ?? null);
    }
    return { written, change };
  }

  /** Writes the step, computed from the memory's present content. */
  async function writeStep(locked: Locked, who: Author, compute: ComputeStep, rule: WriteRule) {
    await contextFile.refreshWhole(locked);
    if (rule.deleted !== 'is put back') {
      contextFile.checkNotDeleted();
    }
    if (rule.cancelled?.()) {
      throw new ContextureError('cancelled', 'That was taken back before it was begun. Nothing was changed.');
    }
    return new Transaction(followed, { who, name: rule.name ?? null }, rule.at).run(locked, compute);
  }

  const nothingDone = (): ChangeResult => ({ change: null, revision: contextFile.revision(), archived: [], notes: [] });

  async function write(turn: Turn, who: Author, compute: ComputeStep, rule: WriteRule = {}): Promise<ChangeResult> {
    contextFile.checkWritable();
    await refresh.checkThere();
    await contextFile.finishWaiting(turn);
    const { written, change } = await recorded(turn, who, () =>
      access.locked(turn, (locked) => writeLocked(locked, who, compute, rule)),
    );
    if (written === null) {
      return nothingDone();
    }
    const { step, notes } = written;
    await followWritten(turn, followed, refresh, written);
    followed.retention.carryOutSoon();
    return { ...nothingDone(), change, archived: [...step.archived], notes: [...step.notes, ...notes] };
  }

  return {
    write,
    recorded,
    undoNotes,
    recoverIn,
    settled,
    settle,
    /** Makes the workspace's own folder; skipped if that can't be done and the person agreed. */
    attemptSettle: (locked: Locked): Promise<void> => durability.attempt(() => settle(locked)),
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
        access.locked(turn, (locked) => recover(followed, locked, layout.folders)),
      );
    },
  };
}

/** Updates the open decisions after a write. Undoing the change an answer made asks its question again. */
async function takeInAnswers(locked: Locked, { decisions }: Followed, undoes: UndoRequest | null): Promise<void> {
  await decisions.follow(locked);
  if (undoes?.how === 'undo') {
    await decisions.reopen(locked, ({ change }) => change === undoes.undo.change.id);
  }
}

/**
 * Recovers first: another process may have ended between two files, and its record must not be lost with ours.
 * @param folders also swept
 */
async function recoverFirst(followed: Followed, refresh: Refresh, locked: Locked, folders: readonly string[]) {
  if (await recover(followed, locked, folders)) {
    await refresh.all(locked);
  }
}

/** Updates the followers of files other than the memory with what was written to theirs. */
async function followWritten(turn: Turn, followed: Followed, refresh: Refresh, { files }: WrittenStep): Promise<void> {
  const { layout } = followed;
  const paths = files.map(({ path }) => path);
  const kinds = paths.map((path) => layout.kindOf(layout.nameOf(path)));
  if (kinds.includes('archive')) {
    await refresh.archive(turn);
  }
  if (kinds.includes('topic')) {
    await followed.topics.refresh(turn);
  }
  await followed.work.following.took(paths);
}
