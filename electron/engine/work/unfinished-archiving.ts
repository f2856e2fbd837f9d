import { z } from 'zod';
import type { Change } from '#shared/contract/changes.ts';
import { placeSchema, workflowIdSchema } from '#shared/contract/features/work.ts';
import { monthSchema } from '#shared/contract/features/work-archive.ts';
import { archivedChanges, archivedEntry, withoutArchived } from '#shared/formats/workflow/archive-index.ts';
import { changeJsonText, type JsonTextChange, readJsonText, withChanges } from '#shared/formats/workflow/json-text.ts';
import { isObject, type Json, type JsonObject } from '#shared/formats/workflow/json-values.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { readBytes } from '../app-files/file-version.ts';
import type { Author } from '../history/history.ts';
import { replaceRecorded } from '../history/replace-recorded.ts';
import type { ContextFile } from '../memory/context-file.ts';
import { orLogged } from '../or-logged.ts';
import type { ArchivingAction, UndoRequest } from '../steps/undo-record.ts';
import type { LockedTurn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { parsePlainFirst } from './archived.ts';
import type { WorkService } from './work.ts';

export type IndexNeeds = Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder' | 'history' | 'keep' | 'lateWrites'> & {
  readonly work: WorkService;
  readonly contextFile: Pick<ContextFile, 'announceSummary'>;
  readonly undoNotes: {
    addArchiving(
      locked: LockedTurn,
      who: Author,
      archiving: ArchivingAction,
      undoes: UndoRequest | null,
    ): Promise<Change>;
  };
};

/** Unfinished change to an archive: the next process that takes the lock finishes or undoes it. */
const unfinishedSchema = z.strictObject({
  doing: z.enum(['archive', 'restore', 'remove']),
  id: workflowIdSchema,
  month: monthSchema,
  where: placeSchema,
  hash: z.string(),
});
export type UnfinishedArchiving = z.infer<typeof unfinishedSchema>;

export type Requester = { readonly who: Author; readonly undoes: UndoRequest | null };
export const byPerson: Requester = { who: 'person', undoes: null };

const notes = {
  archive: 'Archived the workflow',
  restore: 'Restored the workflow',
  remove: 'Removed the archived workflow',
} as const;

/** Keeps the record of an unfinished change to an archive, and the index of the results. Callers hold the lock. */
export function createUnfinishedArchiving(needs: IndexNeeds) {
  const { ports, dataFolder, work, history, contextFile, undoNotes } = needs;
  const { folderArchives: archives, clock } = ports;
  const { places, archived } = work;
  const path = (): string => ports.paths.join(dataFolder.current(), 'archiving.json');
  const moment = (): string => new Date(clock.now()).toISOString();
  const changeIndex = createIndexChanges(needs);

  const listInIndex = ({ id, month, where, hash }: UnfinishedArchiving, context: Json, bytes: number): Promise<void> =>
    changeIndex(month, (index) => archivedChanges(index, context, { id, month, where, now: moment(), bytes, hash }));

  const takeFromIndex = ({ doing, id, month }: UnfinishedArchiving): Promise<void> =>
    changeIndex(month, (index) => withoutArchived(index, id, doing === 'restore' ? moment() : null));

  const discardRecord = (): Promise<void> => ports.files.discard(path());

  /** @returns the change that undoes it; null if it can't be undone */
  async function complete(
    locked: LockedTurn,
    { doing, id, where }: UnfinishedArchiving,
    { who, undoes }: Requester,
    notePrefix = '',
  ): Promise<Change | null> {
    await discardRecord();
    const note = `${notePrefix}${notes[doing]} ${id}`;
    await orLogged(ports, 'That could not be noted in the history', () => history.note(clock.now(), note));
    await work.following.took([places.context(where, id)]);
    if (doing === 'remove') {
      return null;
    }
    const change = await undoNotes.addArchiving(locked, who, { doing, id }, undoes);
    contextFile.announceSummary();
    return change;
  }

  /** @param isOurs true if the archive is as we wrote it */
  async function finishArchiving({ id, month, where }: UnfinishedArchiving, isOurs: boolean): Promise<void> {
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    const setAsideFolder = await archives.asideOf(folder);
    if (setAsideFolder === null) {
      if (isOurs && (await ports.files.info(folder)) !== null) {
        await archives.remove(archive);
      }
      return;
    }
    const none = { isInArchive: false, isInFolder: false };
    const { isInArchive, isInFolder } = isOurs ? await archives.compare(setAsideFolder, archive) : none;
    if (isInArchive) {
      await archives.remove(setAsideFolder);
      return;
    }
    // Another program wrote to the folder after it was packed.
    await archives.place(setAsideFolder, folder);
    if (isInFolder) {
      await archives.remove(archive);
    }
  }

  async function finishRestoring({ id, month, where }: UnfinishedArchiving): Promise<void> {
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    const isThere = (await ports.files.info(folder))?.kind === 'folder';
    if (isThere && (await archives.compare(folder, archive)).isInFolder) {
      await archives.remove(archive);
    }
  }

  return {
    begin: (begun: UnfinishedArchiving): Promise<void> => writeAppJson(ports, path(), begun),
    listInIndex,
    takeFromIndex,
    async repairIndexes(_: LockedTurn): Promise<void> {
      for (const month of await archived.months()) {
        if ((await archived.idsIn(month)).length > 0 && (await archived.indexFinding(month)) !== null) {
          await changeIndex(month, () => []);
        }
      }
    },
    discardRecord,
    complete,
    async recover(locked: LockedTurn): Promise<void> {
      const unfinished = await readAppJson(ports, path(), unfinishedSchema.nullable(), null);
      if (unfinished === null) {
        return;
      }
      const { doing, id, month } = unfinished;
      const archive = places.archive(month, id);
      const isOurs = (await archives.hashOf(archive)) === unfinished.hash;
      if (doing === 'archive') {
        await finishArchiving(unfinished, isOurs);
      } else if (doing === 'restore' && isOurs) {
        await finishRestoring(unfinished);
      }
      const archiveInfo = await ports.files.info(archive);
      if (archiveInfo === null && doing !== 'archive') {
        await takeFromIndex(unfinished);
      } else if (archiveInfo !== null && doing === 'archive' && isOurs) {
        const context = readJsonText((await archived.textIn(archive, 'context.json')) ?? '') ?? {};
        await listInIndex(unfinished, context, archiveInfo.size);
      }
      const isDone = (archiveInfo === null) === (doing !== 'archive');
      await (isDone ? complete(locked, unfinished, byPerson, 'Put right after an interruption: ') : discardRecord());
    },
  };
}

/** Index of a month by its archives, except damaged ones. */
async function rebuiltIndex({ ports, work: { archived, places } }: IndexNeeds, month: string): Promise<JsonObject> {
  const workflows: JsonObject = {};
  for (const id of await archived.idsIn(month)) {
    const path = places.archive(month, id);
    const one = await archived.one(month, id);
    const [info, hash] = [await ports.files.info(path), await ports.folderArchives.hashOf(path)];
    if (one?.problem === null && info !== null && hash !== null) {
      const context = readJsonText((await archived.textIn(path, 'context.json')) ?? '') ?? {};
      const now = new Date(info.modifiedAt).toISOString();
      workflows[id] = archivedEntry(context, { id, month, where: one.where, now, bytes: info.size, hash });
    }
  }
  return { workflows };
}

const printed = (index: Json): string => `${JSON.stringify(index, null, 2)}\n`;

/** Changes the index of a month, which is rebuilt from the archives if it is missing or damaged. */
function createIndexChanges(needs: IndexNeeds) {
  const { ports, work, layout, keep, lateWrites } = needs;
  return async (month: string, changesOf: (index: Json) => JsonTextChange[]): Promise<void> => {
    const path = work.places.archiveIndex(month);
    await work.checkInside(path);
    if ((await ports.files.info(path))?.kind === 'folder') {
      return;
    }
    const before = await readBytes(ports, path);
    const text = before && ports.decodeText(before.bytes);
    const stored = text === null ? undefined : parsePlainFirst(text);
    const index = isObject(stored) ? stored : await rebuiltIndex(needs, month);
    const changes = changesOf(index);
    if (text !== null && index === stored && changes.length === 0) {
      return;
    }
    // An index formatted as we print it is printed again: 20 times faster than editing thousands of entries.
    const isPrinted = text === null || index !== stored || printed(index) === text;
    const bytes = ports.encodeText(isPrinted ? printed(withChanges(index, changes)) : changeJsonText(text, changes));
    const { version, late } = await replaceRecorded(
      ports,
      { path, like: layout.contextPath, before },
      bytes,
      (each, as) => keep(path, each, as === 'ours' ? { who: 'app', action: 'Listed archived workflows' } : {}),
    );
    if (version) {
      lateWrites.lookAgainAt(path, version, late);
    }
  };
}
