import { z } from 'zod';
import { perObject } from '#shared/text/per-object.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { createSerialQueue } from '../workspace/serial-queue.ts';

const ownFolderSchema = z.strictObject({
  folder: z.string(),
  /** What it has to lie in: where a link leads out of it, nothing is read. */
  within: z.string(),
});
/** A folder in which agent programs keep conversations. */
export type OwnFolder = z.infer<typeof ownFolderSchema>;

const maxNoted = 1000;

/** Where a workspace has them. */
export const ownFolderOf = ({
  isFile,
  ownFolder,
  root,
  conversationsFolder,
}: Pick<WorkspaceLayout, 'isFile' | 'ownFolder' | 'root' | 'conversationsFolder'>): OwnFolder => ({
  folder: conversationsFolder,
  within: isFile ? ownFolder : root,
});

/** The folders of workspaces that are open, and of those in which conversations were kept before. */
export const ownFoldersOf = perObject((ports: Ports) => {
  const path = ports.paths.join(ports.dataFolder, 'conversations', 'own-folders.json');
  const noted = () => readAppJson(ports, path, z.array(ownFolderSchema), []);
  const enqueue = createSerialQueue();
  const known = new Set<string>();
  const open = new Set<OwnFolder>();
  return {
    list: async (): Promise<readonly OwnFolder[]> => [...open, ...(await noted())],
    /** Counts one while its workspace is open. @returns ends that */
    opened(own: OwnFolder): () => void {
      open.add(own);
      return () => void open.delete(own);
    },
    /** Remembers one; read and written once for each process. */
    note: (own: OwnFolder): Promise<void> =>
      enqueue(async () => {
        if (known.has(own.folder)) {
          return;
        }
        const before = await noted();
        if (!before.some(({ folder }) => folder === own.folder)) {
          await writeAppJson(ports, path, [own, ...before].slice(0, maxNoted));
        }
        known.add(own.folder);
      }),
  };
});
