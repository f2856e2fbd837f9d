import type { BackupMemory } from '#shared/backup/manifest.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { defaultSettings } from '#shared/contract/features/settings.ts';
import type { Ports } from '../ports.ts';
import { createDataFolders } from '../workspace/data-folders.ts';
import { findWorkspace, withWorkFolder } from '../workspace/find-workspace.ts';
import { createLayout, type WorkspaceLayout } from '../workspace/layout.ts';

/** A memory that the person opened before. */
export type KnownMemory = {
  readonly facts: BackupMemory;
  readonly layout: WorkspaceLayout;
  /** Path of its folder in the data folder. */
  readonly dataFolder: string;
};

type LeftOut = { readonly path: string; readonly why: string };

export type KnownMemories = {
  readonly memories: readonly KnownMemory[];
  readonly leftOut: readonly LeftOut[];
  /** Name of the sample's folder in the data folder; null if it has none. */
  readonly sampleData: string | null;
};

/** Finds the memories opened before that are still there. The sample is none of them. */
export async function findKnownMemories(
  ports: Ports,
  recentPaths: () => Promise<readonly string[]>,
): Promise<KnownMemories> {
  const { files, paths } = ports;
  const folders = createDataFolders(ports);
  const sample = await files.realPath(paths.join(ports.dataFolder, 'sample')).catch(() => null);
  const memories = new Map<string, KnownMemory>();
  const leftOut: LeftOut[] = [];
  let sampleData: string | null = null;
  for (const path of new Set([...(await recentPaths()), ...(await folders.roots())])) {
    try {
      const found = await findWorkspace(ports, path, { startEmpty: false, isKnown: folders.isKnown });
      const place = await withWorkFolder(ports, found);
      const dataFolder = await folders.of(place, { withheld: () => null }).find();
      if (place.root === sample) {
        sampleData = paths.basename(dataFolder);
      } else if (!memories.has(place.contextPath)) {
        const layout = createLayout(ports, place);
        memories.set(place.contextPath, { facts: factsOf(ports, layout, dataFolder), layout, dataFolder });
      }
    } catch (error) {
      leftOut.push({ path, why: toContextureError(error).message });
    }
  }
  return { memories: [...memories.values()], leftOut, sampleData };
}

function factsOf({ paths }: Ports, layout: WorkspaceLayout, dataFolder: string): BackupMemory {
  const path = layout.isFile ? layout.contextPath : layout.root;
  return {
    name: paths.basename(path),
    path,
    isFile: layout.isFile,
    data: paths.basename(dataFolder),
    workFolder: layout.workFolder.slice(layout.root.length + 1) || defaultSettings.workFolder,
  };
}
