import type { Ports } from '../ports.ts';

/** Removes a folder of ours with all files in it. Links are removed, not followed. */
export async function discardBelow(ports: Pick<Ports, 'files' | 'paths'>, folder: string): Promise<void> {
  const { files, paths } = ports;
  for (const { name, kind, mayBeLink } of await files.list(folder)) {
    const path = paths.join(folder, name);
    await (kind === 'folder' && !mayBeLink ? discardBelow(ports, path) : files.discard(path));
  }
  for (const path of await files.leftovers(folder)) {
    await files.discard(path);
  }
  await files.removeEmptyFolders(folder);
}
