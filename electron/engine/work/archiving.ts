import type { Change } from '#shared/contract/changes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { type WorkFolder, workFolders } from '#shared/contract/features/work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { hashIn, monthOf } from '#shared/formats/workflow/archive-index.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { type Json, textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { orLogged } from '../or-logged.ts';
import type { PackedFolder, Ports } from '../ports.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createArchivingByAge, type PackedAway } from './archiving-by-age.ts';
import {
  byPerson,
  createUnfinishedArchiving,
  type IndexNeeds,
  type Requester,
  type UnfinishedArchiving,
} from './unfinished-archiving.ts';
import type { WorkService } from './work.ts';

type ArchivingNeeds = IndexNeeds &
  Pick<WorkspaceParts, 'access' | 'tell' | 'lateWrites' | 'commit'> & {
    readonly settings: WorkspaceSettings;
  };

const maxAttempts = 3;

export type WorkArchiving = ReturnType<typeof createArchiving>;

/** Archives and restores workflows. At any moment one whole copy is in its place: each goes once the other was read back. */
export function createArchiving(needs: ArchivingNeeds) {
  const { ports, access, work, commit } = needs;
  const begun = createUnfinishedArchiving(needs);

  /** Changes something under the lock. If it fails, what it had begun is finished or undone. */
  const locked = <T>(change: (locked: LockedTurn) => Promise<T>): Promise<T> =>
    access.inTurn((turn) =>
      commit.recorded(turn, 'person', () =>
        access.locked(turn, async (lock) => {
          await commit.attemptSettle(lock);
          await begun.recover(lock);
          try {
            return await change(lock);
          } catch (error) {
            const message = 'What was begun with an archived workflow could not be taken back';
            await orLogged(ports, message, () => begun.recover(lock));
            throw error;
          }
        }),
      ),
    );

  const doing: ArchivingTools = { ports, work, begun, locked };
  const packAway = createPacker(doing);
  const bringBack = createUnpacker(doing);

  const foldersOf = (id: string): string[] => workFolders.map((where) => work.places.folder(where, id));

  async function archive(id: string, by: Requester): Promise<PackedAway> {
    await commit.checkRecorded();
    for (let attempt = 1; ; attempt++) {
      // A version superseded just now is still beside its place, which may have been another.
      await needs.lateWrites.settled(foldersOf(id));
      try {
        return await packAway(id, by);
      } catch (error) {
        if (attempt === maxAttempts || toContextureError(error).code !== 'busy') {
          throw error;
        }
        // An interrupted write may have left something there.
        const folder = work.places.folder(await work.find(id), id);
        await locked((lock) => commit.recoverIn(lock, work.places.writtenFolders(folder)));
      }
    }
  }

  /** @param isChangedFine true to restore it even if somebody has changed the archive since it was written */
  async function restore(id: string, isChangedFine: boolean, by: Requester = byPerson): Promise<BroughtBack> {
    await commit.checkRecorded();
    await needs.lateWrites.settled(foldersOf(id));
    return bringBack(id, isChangedFine, by);
  }

  async function remove(id: string, month: string): Promise<void> {
    const path = work.places.archive(month, id);
    await commit.checkRecorded();
    await work.checkInside(path);
    await locked(async (lock) => {
      const hash = await ports.folderArchives.hashOf(path);
      if (hash === null) {
        throw new ContextureError('not_found', `The archive of ${id} is gone.`, { id });
      }
      const now: UnfinishedArchiving = { doing: 'remove', id, month, where: 'completed', hash };
      await begun.begin(now);
      await ports.folderArchives.remove(path);
      await begun.takeFromIndex(now);
      await begun.complete(lock, now, byPerson);
    });
  }

  return {
    archive: (id: string): Promise<PackedAway> => archive(id, byPerson),
    restore,
    async takeBack({ doing, id }: { doing: 'archive' | 'restore'; id: string }, undoes: Requester['undoes']) {
      const by: Requester = { who: 'person', undoes };
      const { change } = doing === 'archive' ? await restore(id, false, by) : await archive(id, by);
      return change as Change;
    },
    ...createArchivingByAge(needs, {
      checkRecorded: commit.checkRecorded,
      archive: (id) => archive(id, { who: 'app', undoes: null }),
      remove,
      repairIndexes: () => locked(begun.repairIndexes),
    }),
    /** Finishes what an earlier end left undone, and removes its leftovers. */
    putRight: (turn: Turn): Promise<void> =>
      orLogged(ports, 'What was begun with archived workflows could not be put right', () =>
        access.locked(turn, async (lock) => {
          await begun.recover(lock);
          await work.sweepHidden();
        }),
      ),
  };
}

type BroughtBack = { readonly where: WorkFolder; readonly folder: string; readonly change: Change | null };

type ArchivingTools = {
  readonly ports: Ports;
  readonly work: WorkService;
  readonly begun: ReturnType<typeof createUnfinishedArchiving>;
  readonly locked: <T>(change: (locked: LockedTurn) => Promise<T>) => Promise<T>;
};

function createPacker({ ports, work, begun, locked }: ArchivingTools) {
  const { folderArchives: archives } = ports;
  const { places } = work;

  async function replaceByArchive(
    lock: LockedTurn,
    { now, packed, context, by }: { now: UnfinishedArchiving; packed: PackedFolder; context: Json; by: Requester },
  ): Promise<Change | null> {
    const { staged, stamp, bytes } = packed;
    const { id, month, where } = now;
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    if ((await archives.stampOf(folder)) !== stamp) {
      throw changedMeanwhileError(id);
    }
    await begun.begin(now);
    await archives.place(staged, archive);
    const aside = await archives.setAside(folder);
    if ((await archives.stampOf(aside)) !== stamp) {
      await archives.place(aside, folder);
      await archives.remove(archive);
      await begun.discardRecord();
      throw changedMeanwhileError(id);
    }
    await archives.remove(aside);
    await begun.listInIndex(now, context, bytes);
    return begun.complete(lock, now, by);
  }

  return async (id: string, by: Requester): Promise<PackedAway> => {
    const where = await work.find(id);
    const folder = places.folder(where, id);
    await work.checkInside(folder);
    const { text, info } = await work.read(where, id);
    const context = readJsonText(text) ?? {};
    const created = monthOf(textOf(valueAt(context, ['meta', 'created_at'])));
    const month = created ?? new Date(info.modifiedAt).toISOString().slice(0, 7);
    const archive = places.archive(month, id);
    await work.checkInside(archive);
    if ((await ports.files.info(archive)) !== null) {
      throw alreadyThereError(archive, 'Move it elsewhere, or remove it.');
    }
    const [above, monthFolder] = [ports.paths.dirname(places.monthFolder(month)), places.monthFolder(month)];
    const made = await firstMissing(ports, [places.archiveRoot, above, monthFolder]);
    const packed = await archives.pack(folder, archive).catch(async (error: unknown) => {
      await (made && ports.files.removeEmptyFolders(made));
      throw error;
    });
    const now: UnfinishedArchiving = { doing: 'archive', id, month, where, hash: packed.hash };
    const change = await locked((lock) => replaceByArchive(lock, { now, packed, context, by })).finally(() =>
      // The staged archive is in its place by then, or not needed.
      archives.remove(packed.staged),
    );
    const archived = (await work.archived.one(month, id)) as ArchivedWorkflow;
    return { archived, change, findings: packed.severalNames.map(severalNames) };
  };
}

const severalNames = (path: string): WorkflowFinding => ({
  type: 'several_names',
  severity: 'warning',
  path,
  message: `${path} had another name as well (a hard link). Once it is restored, it is a file of its own.`,
  mend: 'Link it again once it is restored, if that matters.',
});

/** First missing folder of several, each inside the one before; null if all exist. */
async function firstMissing({ files }: Pick<Ports, 'files'>, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    if ((await files.info(folder)) === null) {
      return folder;
    }
  }
  return null;
}

function createUnpacker({ ports, work, begun, locked }: ArchivingTools) {
  const { folderArchives: archives } = ports;
  const { places } = work;

  async function checkNotThere(id: string): Promise<void> {
    for (const folder of workFolders.map((where) => places.folder(where, id))) {
      // A folder that was moved away may have left empty folders for a while.
      await ports.files.removeEmptyFolders(folder);
      if ((await ports.files.info(folder)) !== null) {
        throw alreadyThereError(folder, 'Move it elsewhere to restore what is archived.');
      }
    }
  }

  return async (id: string, isChangedFine: boolean, by: Requester): Promise<BroughtBack> => {
    const month = await work.archived.find(id);
    if (month === null) {
      throw new ContextureError('not_found', `There is no archived workflow ${id} here. Nothing was changed.`, { id });
    }
    const where = (await work.archived.one(month, id))?.where ?? 'completed';
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    await work.checkInside(folder);
    await work.checkInside(archive);
    if ((await work.archived.textIn(archive, 'context.json')) === null) {
      const message = `${archive} has no context.json, so there is no workflow in it to be restored. It is left as it is.`;
      throw new ContextureError('value_invalid', message, { path: archive });
    }
    await locked(() => checkNotThere(id));
    const { staged, hash } = await archives.unpack(archive, folder);
    const now: UnfinishedArchiving = { doing: 'restore', id, month, where, hash };
    let change: Change | null = null;
    try {
      const written = hashIn(await work.archived.index(month), id);
      if (written !== null && written !== hash && !isChangedFine) {
        throw changedSinceError(archive, id);
      }
      change = await locked(async (lock) => {
        await checkNotThere(id);
        if ((await archives.hashOf(archive)) !== hash) {
          throw changedMeanwhileError(id);
        }
        await begun.begin(now);
        await archives.place(staged, folder);
        await archives.remove(archive);
        await begun.takeFromIndex(now);
        return begun.complete(lock, now, by);
      });
    } finally {
      await archives.remove(staged);
    }
    return { where, folder, change };
  };
}

function alreadyThereError(path: string, todo: string): ContextureError {
  const message = `${path} is there already, and nothing is written over it. Nothing was changed. ${todo}`;
  return new ContextureError('key_exists', message, { path });
}

function changedSinceError(archive: string, id: string): ContextureError {
  const message = `${archive} is not the archive that Contexture wrote: another program changed it since. Nothing was changed. Look into it; “contexture work restore ${id} --changed” restores it as it is now.`;
  return new ContextureError('text_conflict', message, { path: archive });
}

function changedMeanwhileError(id: string): ContextureError {
  const message = `The workflow ${id} was changed meanwhile. Nothing was changed. Try again in a moment.`;
  return new ContextureError('busy', message, { id }, { retry: true });
}
