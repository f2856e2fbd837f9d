import { z } from 'zod';
import type { Change } from '#shared/contract/changes.ts';
import { placeSchema, workflowIdSchema } from '#shared/contract/features/work.ts';
import { monthSchema } from '#shared/contract/features/work-archive.ts';
import { archivedChanges, archivedEntry, withoutArchived } from '#shared/formats/workflow/archive-index.ts';
import { changeJsonText, type JsonChange, readJsonText, withChanges } from '#shared/formats/workflow/json-text.ts';
import { isObject, type Json, type JsonObject } from '#shared/formats/workflow/json-values.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { readBytes } from '../app-files/file-version.ts';
import type { Author } from '../history/history.ts';
import { replaceKept } from '../history/replace-kept.ts';
import { orLogged } from '../or-logged.ts';
import type { Locked } from '../workspace/access.ts';
import type { Commit } from '../workspace/commit.ts';
import type { Followed } from '../workspace/followed.ts';

/** What is under way with an archive: whoever comes next finishes it, or takes it back. */
const begunSchema = z.strictObject({
  doing: z.enum(['archive', 'restore', 'remove']),
  id: workflowIdSchema,
  month: monthSchema,
  where: placeSchema,
  /** Of the archive. */
  hash: z.string(),
});
export type Begun = z.infer<typeof begunSchema>;

/** Whose change it is, and which one it takes back. */
export type AskedBy = {
  readonly who: Author;
  readonly undoes: Parameters<Commit['undoNotes']['addArchiving']>[3];
};
export const byPerson: AskedBy = { who: 'person', undoes: null };

const notes = {
  archive: 'Archived the workflow',
  restore: 'Restored the workflow',
  remove: 'Removed the archived workflow',
} as const;

export type ArchivingBegun = ReturnType<typeof createArchivingBegun>;

/** The record of what is under way with an archive, and the index that says what came of it. All of it is for the lock’s holder. */
export function createArchivingBegun(followed: Followed, { undoNotes }: Pick<Commit, 'undoNotes'>) {
  const { ports, dataFolder, work, history, contextFile } = followed;
  const { folderArchives: archives, clock } = ports;
  const { places, archived } = work;
  const path = (): string => ports.paths.join(dataFolder.current(), 'archiving.json');
  const moment = (): string => new Date(clock.now()).toISOString();
  const changeIndex = createIndexChanges(followed);

  const listInIndex = ({ id, month, where, hash }: Begun, context: Json, bytes: number): Promise<void> =>
    changeIndex(month, (index) => archivedChanges(index, context, { id, month, where, now: moment(), bytes, hash }));

  const takeFromIndex = ({ doing, id, month }: Begun): Promise<void> =>
    changeIndex(month, (index) => withoutArchived(index, id, doing === 'restore' ? moment() : null));

  const forget = (): Promise<void> => ports.files.discard(path());

  /** @returns what undoes it; null for what can't be undone */
  async function ended(
    locked: Locked,
    { doing, id, where }: Begun,
    { who, undoes }: AskedBy,
    before = '',
  ): Promise<Change | null> {
    await forget();
    const note = `${before}${notes[doing]} ${id}`;
    await orLogged(ports, 'That could not be noted in the history', () => history.note(clock.now(), note));
    await work.following.took([places.context(where, id)]);
    if (doing === 'remove') {
      return null;
    }
    const change = await undoNotes.addArchiving(locked, who, { doing, id }, undoes);
    contextFile.announceSummary();
    return change;
  }

  /** @param isOurs whether the archive stands as it was written */
  async function finishArchiving({ id, month, where }: Begun, isOurs: boolean): Promise<void> {
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    const aside = await archives.asideOf(folder);
    if (aside === null) {
      if (isOurs && (await ports.files.info(folder)) !== null) {
        await archives.remove(archive);
      }
      return;
    }
    const none = { isInArchive: false, isInFolder: false };
    const { isInArchive, isInFolder } = isOurs ? await archives.compare(aside, archive) : none;
    if (isInArchive) {
      await archives.remove(aside);
      return;
    }
    // Someone wrote to it after it was packed.
    await archives.place(aside, folder);
    if (isInFolder) {
      await archives.remove(archive);
    }
  }

  async function finishRestoring({ id, month, where }: Begun): Promise<void> {
    const [folder, archive] = [places.folder(where, id), places.archive(month, id)];
    const isThere = (await ports.files.info(folder))?.kind === 'folder';
    if (isThere && (await archives.compare(folder, archive)).isInFolder) {
      await archives.remove(archive);
    }
  }

  return {
    begin: (begun: Begun): Promise<void> => writeAppJson(ports, path(), begun),
    listInIndex,
    takeFromIndex,
    /** Writes the indexes anew that are lost or damaged. */
    async mendIndexes(_: Locked): Promise<void> {
      for (const month of await archived.months()) {
        if ((await archived.idsIn(month)).length > 0 && (await archived.indexFinding(month)) !== null) {
          await changeIndex(month, () => []);
        }
      }
    },
    forget,
    ended,
    /** Finishes what was begun, or takes it back. Nothing where nothing was. */
    async recover(locked: Locked): Promise<void> {
      const begun = await readAppJson(ports, path(), begunSchema.nullable(), null);
      if (begun === null) {
        return;
      }
      const { doing, id, month } = begun;
      const archive = places.archive(month, id);
      const isOurs = (await archives.hashOf(archive)) === begun.hash;
      if (doing === 'archive') {
        await finishArchiving(begun, isOurs);
      } else if (doing === 'restore' && isOurs) {
        await finishRestoring(begun);
      }
      const standing = await ports.files.info(archive);
      if (standing === null && doing !== 'archive') {
        await takeFromIndex(begun);
      } else if (standing !== null && doing === 'archive' && isOurs) {
        await listInIndex(
          begun,
          readJsonText((await archived.textIn(archive, 'context.json')) ?? '') ?? {},
          standing.size,
        );
      }
      const isDone = (standing === null) === (doing !== 'archive');
      await (isDone ? ended(locked, begun, byPerson, 'Put right after an interruption: ') : forget());
    },
  };
}

/**
 * What an index of a month would say that was written as its archives were: where it was lost, or is no JSON object any more.
 * Damaged archives are in none.
 */
async function rebuiltIndex({ ports, work: { archived, places } }: Followed, month: string): Promise<JsonObject> {
  const workflows: JsonObject = {};
  for (const id of await archived.idsIn(month)) {
    const path = places.archive(month, id);
    const [one, info, hash] = [
      await archived.one(month, id),
      await ports.files.info(path),
      await ports.folderArchives.hashOf(path),
    ];
    if (one?.problem === null && info !== null && hash !== null) {
      const context = readJsonText((await archived.textIn(path, 'context.json')) ?? '') ?? {};
      const now = new Date(info.modifiedAt).toISOString();
      workflows[id] = archivedEntry(context, { id, month, where: one.where, now, bytes: info.size, hash });
    }
  }
  return { workflows };
}

const printed = (index: Json): string => `${JSON.stringify(index, null, 2)}\n`;

/** Changes the index of a month, which is made anew from the archives where there is none, or it is damaged. */
function createIndexChanges(followed: Followed) {
  const { ports, work, layout, keep, lateWrites } = followed;
  return async (month: string, changesOf: (index: Json) => JsonChange[]): Promise<void> => {
    const path = work.places.archiveIndex(month);
    await work.checkInside(path);
    if ((await ports.files.info(path))?.kind === 'folder') {
      return;
    }
    const before = await readBytes(ports, path);
    const text = before && ports.decodeText(before.bytes);
    const found = text === null ? undefined : ((parseJson(text) as Json | undefined) ?? readJsonText(text));
    const index = isObject(found) ? found : await rebuiltIndex(followed, month);
    const changes = changesOf(index);
    if (text !== null && index === found && changes.length === 0) {
      return;
    }
    // One that reads as we print it is printed anew, which takes a twentieth of the time where there are thousands.
    const isPrinted = text === null || index !== found || printed(index) === text;
    const bytes = ports.encodeText(isPrinted ? printed(withChanges(index, changes)) : changeJsonText(text, changes));
    const { version, late } = await replaceKept(ports, { path, like: layout.contextPath, before }, bytes, (each, as) =>
      keep(path, each, as === 'ours' ? { who: 'app', action: 'Listed archived workflows' } : {}),
    );
    if (version) {
      lateWrites.lookAgainAt(path, version, late);
    }
  };
}
