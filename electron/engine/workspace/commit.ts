import { toContextureError } from '#shared/contract/errors.ts';
import type { Change, ChangeResult } from '#shared/contract/features/memory.ts';
import type { ArchiveIndex } from '../archive/archive-index.ts';
import { createArchiveReader } from '../archive/archive-reader.ts';
import type { Decisions } from '../decisions/decisions.ts';
import type { Author, History } from '../history/history.ts';
import type { Retention } from '../history/retention.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { UndoNotes, UndoRequest } from '../undo/undo-notes.ts';
import type { Locked, Turn, WorkspaceAccess } from './access.ts';
import type { DataFolder } from './data-folders.ts';
import type { Durability } from './durability.ts';
import type { LateWrites } from './late-writes.ts';
import type { WorkspaceLayout } from './layout.ts';
import { recover } from './recovery.ts';
import type { Refresh } from './refresh.ts';
import type { ComputeStep, StepVersion, WrittenStep } from './step.ts';
import { createTransactions, type Transactions } from './transaction.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

type CommitOptions = {
  readonly layout: WorkspaceLayout;
  readonly access: WorkspaceAccess;
  readonly durability: Durability;
  readonly dataFolder: DataFolder;
  readonly history: History;
  readonly writeAheadLog: WriteAheadLog;
  readonly contextFile: ContextFile;
  readonly index: ArchiveIndex;
  readonly decisions: Decisions;
  readonly undoNotes: UndoNotes;
  readonly lateWrites: LateWrites;
  readonly retention: Retention;
  readonly refresh: Refresh;
};

type WriteRule = {
  /** What becomes of a memory that was deleted; a change to it is refused if left out. */
  readonly deleted?: 'is put back';
  /** What the assistant calls itself. */
  readonly name?: string | undefined;
  readonly undoes?: UndoRequest;
  /** What is to be noted down under the same lock, once the step is written. */
  readonly afterwards?: (locked: Locked) => Promise<void>;
  /** Nobody can undo it, because it erases something. */
  readonly isFinal?: true;
};

export type Commit = ReturnType<typeof createCommit>;

/** Carries changes out, one at a time and under the lock, and takes in what came of them. */
export function createCommit(ports: Ports, options: CommitOptions) {
  const { layout, access, durability, dataFolder, history, contextFile, decisions, retention, refresh } = options;
  /** The workspace has a folder of its own from now on. */
  const settled = createSignal();
  const transactions = transactionsOf(ports, options);

  const recorded = <T>(turn: Turn, who: Author, work: () => Promise<T>): Promise<T> =>
    workRecorded(options, turn, who, work);

  /** The first write makes the workspace's own folder. */
  async function settle(locked: Locked): Promise<void> {
    if (await dataFolder.settle(locked)) {
      await ports.files.makeFolder(layout.ownFolder ?? layout.root);
      await settled.emit();
    }
  }

  const putRight = (locked: Locked, folders: readonly string[]): Promise<boolean> =>
    recover(ports, locked, { history, writeAheadLog: options.writeAheadLog, layout, folders });

  async function writeLocked(
    locked: Locked,
    who: Author,
    compute: ComputeStep,
    rule: WriteRule,
  ): Promise<{ readonly written: WrittenStep | null; readonly change: Change | null }> {
    await durability.attempt(() => settle(locked));
    // Another process may have ended between two files; the record of it must not be lost with ours.
    await durability.attempt(async () => {
      if (await putRight(locked, [])) {
        await refresh.all(locked);
      }
    });
    await refresh.makeUp();
    // Another Contexture process may just have saved settings, and no watch is as fast as this.
    await refresh.settings();
    await contextFile.refresh(locked);
    if (rule.deleted !== 'is put back') {
      contextFile.checkNotDeleted();
    }
    const written = await transactions.write(locked, { who, name: rule.name ?? null }, compute);
    const change =
      written && !rule.isFinal ? await options.undoNotes.add(locked, who, written, rule.undoes ?? null) : null;
    await rule.afterwards?.(locked);
    if (written) {
      takeIn(locked, options, who, written, change);
      await decisions.follow(locked);
    }
    return { written, change };
  }

  async function write(turn: Turn, who: Author, compute: ComputeStep, rule: WriteRule = {}): Promise<ChangeResult> {
    contextFile.checkWritable();
    await refresh.checkThere();
    const { written, change } = await recorded(turn, who, () =>
      access.locked(turn, (locked) => writeLocked(locked, who, compute, rule)),
    );
    if (written === null) {
      return { change, revision: contextFile.revision(), archived: [], notes: [] };
    }
    const { step, files, notes } = written;
    if (files.some(({ path }) => layout.archiveNameOf(layout.nameOf(path)) !== null)) {
      await refresh.archive(turn);
    }
    retention.carryOutSoon();
    return {
      change,
      revision: contextFile.revision(),
      archived: [...step.archived],
      notes: [...step.notes, ...notes],
    };
  }

  return {
    write,
    recorded,
    settled,
    settle,
    /** The same, left out where it can't be done and the person agreed to that. */
    attemptSettle: (locked: Locked): Promise<void> => durability.attempt(() => settle(locked)),
    /** Carries out a change, after whatever is under way. */
    change: (who: Author, compute: ComputeStep, rule?: WriteRule): Promise<ChangeResult> =>
      access.inTurn((turn) => write(turn, who, compute, rule)),
    /** Nothing was to be done. */
    nothingDone: (): ChangeResult => ({ change: null, revision: contextFile.revision(), archived: [], notes: [] }),
    /** @throws what keeps anything from being written, or from being recorded */
    async checkRecorded(): Promise<void> {
      contextFile.checkWritable();
      await refresh.checkThere();
      const problem = await durability.look();
      if (problem) {
        throw problem;
      }
    },
    /** Where it can't be done now, on a disk that is full or read-only, the memory can be looked at all the same. */
    async putRight(turn: Turn): Promise<void> {
      const { contextPath, archiveFolder, root, ownFolder } = layout;
      const folders = [
        ports.paths.dirname(contextPath),
        archiveFolder ?? root,
        ...(ownFolder === null ? [] : [ownFolder]),
      ];
      try {
        await access.locked(turn, (locked) => putRight(locked, folders));
      } catch (error) {
        const { message } = toContextureError(error);
        ports.log('warn', `What an earlier end left undone could not be put right: ${message}`);
      }
    },
  };
}

/** Has what is known follow a change that was written. */
function takeIn(
  locked: Locked,
  { layout, contextFile }: CommitOptions,
  who: Author,
  { step, files }: WrittenStep,
  change: Change | null,
): void {
  const memory = files.find(({ path }) => path === layout.contextPath);
  const document = memory?.after.document;
  if (!memory || !document) {
    contextFile.announceSummary();
    return;
  }
  const { before, after, info } = memory;
  if (before && before.hash !== contextFile.version()?.hash) {
    contextFile.acceptOutside(locked, withText(before));
  }
  contextFile.acceptOwn(locked, { ...after, text: document.text }, document, info, who, change, step.rewordings);
}

/** Transactions on the files of a workspace: what is known of them already is not read again. */
function transactionsOf(
  ports: Ports,
  { layout, history, writeAheadLog, contextFile, index, lateWrites }: CommitOptions,
): Transactions {
  const readArchiveFile = createArchiveReader();
  return createTransactions(ports, {
    history,
    writeAheadLog,
    nameOf: layout.nameOf,
    formatOf: layout.formatOf,
    documentOf: (path, version, format) =>
      path === layout.contextPath ? contextFile.documentOf(version) : readArchiveFile(path, version, format.read),
    present: (path) => (path === layout.contextPath ? contextFile.present() : null),
    checkInside: async (path) => {
      const archive = layout.archiveNameOf(layout.nameOf(path));
      await (archive === null ? undefined : index.checkInside(archive));
    },
    onDisplaced: lateWrites.lookAgainAt,
  });
}

function withText({ bytes, hash, document }: StepVersion) {
  return { bytes, hash, text: document?.text ?? '' };
}

/** Work that writes. Where what it replaces can't be recorded, it is not begun unless the person agreed to that. */
async function workRecorded<T>(
  { durability, refresh }: Pick<CommitOptions, 'durability' | 'refresh'>,
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
