import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { LockedTurn } from './access.ts';
import type { WorkspacePlace } from './layout.ts';
import type { Links } from './links.ts';

const idsSchema = z.record(z.string(), z.string());
const maxHistoryBytes = 256 * 1024 * 1024;
const idShape = /^[A-Za-z0-9_-]{8,64}$/;

/** Data folder, by its path, of a workspace without an id. */
function folderByPath({ paths, dataFolder, hash, encodeText }: Ports, path: string): string {
  return paths.join(dataFolder, 'workspaces', `path-${hash(encodeText(path)).slice(0, 24)}`);
}

/** Own folder within the app's data, for a memory beside which we may put no files. */
export const ownFolderOfFile = (ports: Ports, path: string): string =>
  ports.paths.join(folderByPath(ports, path), ownFolderOfFiles);
export const ownFolderOfFiles = 'own';

export type DataFolders = ReturnType<typeof createDataFolders>;

/**
 * Keeps data by the workspace's id, made with the first write; until then by its path. A copy gets a new id. A memory
 * that is one file keeps its data by that file's path, as there may be others beside it.
 */
export function createDataFolders(ports: Ports) {
  const { files, paths } = ports;
  const idsPath = paths.join(ports.dataFolder, 'workspace-ids.json');
  const folderOf = (name: string): string => paths.join(ports.dataFolder, 'workspaces', name);
  const idPathOf = (root: string): string => paths.join(root, '.contexture', 'id');
  const pathFolderOf = (path: string): string => folderByPath(ports, path);
  const readIds = () => readAppJson(ports, idsPath, idsSchema, {});

  const readId = (root: string): Promise<string | null> => readIdAt(ports, idPathOf(root));

  /** True if another folder that exists has the id, so that this one was copied with it. */
  async function isCopy(id: string, root: string): Promise<boolean> {
    const home = (await readIds())[id];
    return home !== undefined && home !== root && (await readId(home)) === id;
  }

  return {
    /** True if data of this workspace was kept before. Data of memories beside it was once kept in the same place. */
    async isKnown(root: string): Promise<boolean> {
      return (await readId(root)) !== null || (await hasVersions(ports, pathFolderOf(root)));
    },
    /** Roots of the workspaces that have an id. */
    roots: async (): Promise<readonly string[]> => [...new Set(Object.values(await readIds()))],
    isCopy,
    /** Id in a folder; null if it has none. */
    idIn: readId,
    /** Folder in which the app keeps one workspace's history, drafts, marks and unfinished changes. */
    of({ root, contextPath, isFile }: WorkspacePlace, links: Pick<Links, 'withheld'>) {
      /** Emitted with the old folder if another process kept writing there, so that its data is taken over. */
      const moved = createSignal<[before: string]>();
      /** Emitted with a folder that also has other memories' data, so that this memory's part is taken over. */
      const shared = createSignal<[before: string]>();
      const byPath = pathFolderOf(isFile ? contextPath : root);
      let folder = byPath;
      let settled = false;

      /** Workspace's own id; null if it has none yet or was copied with it. */
      async function ownId(): Promise<string | null> {
        const isOwn = !isFile && links.withheld(idPathOf(root)) === null;
        const id = isOwn ? await readId(root) : null;
        if (id === null) {
          return null;
        }
        return (await isCopy(id, root)) ? null : id;
      }

      /** Takes over what a process that didn't know the id yet kept in the old folder. */
      async function takeOver(): Promise<void> {
        if (folder !== byPath && (await files.info(byPath)) !== null) {
          await moved.emit(byPath);
        }
      }

      /** Emits the folders in which a file's data was once kept: by its folder, and by the workspace there. */
      async function leaveShared(): Promise<void> {
        if (isFile && (await files.info(byPath)) === null) {
          const id = await readId(root);
          for (const folder of [pathFolderOf(root), ...(id === null ? [] : [folderOf(id)])]) {
            if ((await files.info(paths.join(folder, 'history'))) !== null) {
              await shared.emit(folder);
            }
          }
        }
      }

      async function use(id: string): Promise<void> {
        // Moved here, not where the id is made: after an interruption between the two, the next start moves it.
        await files.renameFolder(byPath, folderOf(id));
        folder = folderOf(id);
        settled = true;
        await takeOver();
        const ids = await readIds();
        if (ids[id] !== root) {
          await writeAppJson(ports, idsPath, { ...ids, [id]: root });
        }
      }

      return {
        current: (): string => folder,
        /** Finds the folder of a workspace without opening it; nothing is moved or noted. */
        async find(): Promise<string> {
          const id = await ownId();
          return id === null ? byPath : folderOf(id);
        },
        /** The folder, and the one from before the workspace had an id, in case something was left there. */
        all: (): readonly string[] => [...new Set([folder, byPath])],
        /** Finds the folder of a workspace that is being opened; true if it has an id. Writes nothing into the workspace. */
        async open(): Promise<boolean> {
          await leaveShared().catch((error: unknown) =>
            ports.log('warn', `Earlier versions could not be taken over: ${toContextureError(error).message}`),
          );
          const id = await ownId();
          if (id !== null) {
            // Reading goes on if our own data can't be written; the first change tries it again.
            await use(id).catch((error: unknown) => {
              settled = false;
              ports.log('warn', `Where a workspace is could not be noted: ${toContextureError(error).message}`);
            });
          }
          return id !== null;
        },
        /** Follows another process that gave the workspace its id, which moved its data to another folder. */
        async follow(): Promise<void> {
          const id = settled ? null : await ownId();
          if (id !== null) {
            await use(id).catch((error: unknown) => {
              settled = false;
              throw error;
            });
          }
        },
        moved,
        shared,
        takeOver,
        /** Gives the workspace its id before the first write. True if it did so now. */
        async settle(_: LockedTurn): Promise<boolean> {
          if (settled || isFile) {
            return false;
          }
          let id = await ownId();
          if (id === null) {
            id = ports.newId();
            await files.store(idPathOf(root), ports.encodeText(`${id}\n`));
          }
          await use(id);
          return true;
        },
      };
    },
  };
}

async function readIdAt({ files, decodeText }: Ports, path: string): Promise<string | null> {
  const read = await files.read(path, { maxBytes: 1000 }).catch(() => null);
  const id = read?.state === 'present' ? decodeText(read.bytes)?.trim() : null;
  return id && idShape.test(id) ? id : null;
}

/** True if a data folder has versions of the workspace's own memory. */
async function hasVersions({ files, paths, decodeText }: Ports, folder: string): Promise<boolean> {
  const path = paths.join(folder, 'history', 'versions.jsonl');
  const read = await files.read(path, { maxBytes: maxHistoryBytes }).catch(() => null);
  const lines = (read?.state === 'present' && decodeText(read.bytes)) || '';
  return lines.includes(`"file":${JSON.stringify(paths.join(...ownMemory.folder, ownMemory.file))}`);
}
