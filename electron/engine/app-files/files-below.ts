import type { Ports } from '../ports.ts';

const maxDepth = 4;

/** Lists files up to four levels deep, without following links. Skips folders that can't be read. */
export async function filesBelow(ports: Pick<Ports, 'files' | 'paths'>, folder: string, depth = 1): Promise<string[]> {
  const items = (await ports.files.list(folder).catch(() => [])).filter(({ mayBeLink }) => !mayBeLink);
  const nested = items.map(async ({ name, kind }) => {
    const path = ports.paths.join(folder, name);
    return kind === 'file' ? [path] : kind === 'folder' && depth < maxDepth ? filesBelow(ports, path, depth + 1) : [];
  });
  return (await Promise.all(nested)).flat();
}

/** Lists a folder and all below it at any depth, without following links. Throws if one can't be read. */
export async function foldersBelow(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  folder: string,
): Promise<string[]> {
  const folders = [folder];
  for (const { name, kind, mayBeLink } of await files.list(folder)) {
    if (kind === 'folder' && !mayBeLink) {
      folders.push(...(await foldersBelow({ files, paths }, paths.join(folder, name))));
    }
  }
  return folders;
}
