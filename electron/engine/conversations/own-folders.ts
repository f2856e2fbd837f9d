import { z } from 'zod';
import { perObject } from '#shared/text/per-object.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

const ownFolderSchema = z.strictObject({
  folder: z.string(),
  /** Folder that must contain it: nothing is read if a link leads out of it. */
  within: z.string(),
});
/** A folder in which agent programs keep conversations. */
export type OwnFolder = z.infer<typeof ownFolderSchema>;

const maxNoted = 1000;

type OwnLayout = Pick<WorkspaceLayout, 'isFile' | 'ownFolder' | 'root' | 'conversationsFolder'>;

export const ownFolderOf = ({ isFile, ownFolder, root, conversationsFolder }: OwnLayout): OwnFolder => ({
  folder: conversationsFolder,
  within: isFile ? ownFolder : root,
});

/** Folders of open workspaces, and of those in which conversations were kept before. */
export const ownFoldersOf = perObject((ports: Ports) => {
  const path = ports.paths.join(ports.dataFolder, 'conversations', 'own-folders.json');
  const noted = () => readAppJson(ports, path, z.array(ownFolderSchema), []);
  const enqueue = createSerialQueue();
  const knownFolders = new Set<string>();
  const open = new Set<OwnFolder>();
  return {
    list: async (): Promise<readonly OwnFolder[]> => [...open, ...(await noted())],
    /** Counts a folder while its workspace is open. @returns a function that ends this */
    opened(own: OwnFolder): () => void {
      open.add(own);
      return () => void open.delete(own);
    },
    note: (own: OwnFolder): Promise<void> =>
      enqueue(async () => {
        if (knownFolders.has(own.folder)) {
          return;
        }
        const before = await noted();
        if (!before.some(({ folder }) => folder === own.folder)) {
          await writeAppJson(ports, path, [own, ...before].slice(0, maxNoted));
        }
        knownFolders.add(own.folder);
      }),
  };
});
