import type { Ports } from '../ports.ts';

const maxDepth = 4;

/** Lists the files below a folder, some folders deep, without following links; none if it can't be listed. */
export async function filesBelow(ports: Pick<Ports, 'files' | 'paths'>, folder: string, depth = 1): Promise<string[]> {
  const items = (await ports.files.list(folder).catch(() => [])).filter(({ mayBeLink }) => !mayBeLink);
  const nested = items.map(async ({ name, kind }) => {
    const path = ports.paths.join(folder, name);
    return kind === 'file' ? [path] : kind === 'folder' && depth < maxDepth ? filesBelow(ports, path, depth + 1) : [];
  });
  return (await Promise.all(nested)).flat();
}

/** A folder and all below it, without following links. */
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
