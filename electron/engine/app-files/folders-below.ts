import type { Ports } from '../ports.ts';

/** A folder and all below it, without following links. */
export async function foldersBelow(
  { files, paths }: Pick<Ports, 'files' | 'paths'>,
  folder: string,
): Promise<string[]> {
  const found = [folder];
  for (const { name, kind, mayBeLink } of await files.list(folder)) {
    if (kind === 'folder' && !mayBeLink) {
      found.push(...(await foldersBelow({ files, paths }, paths.join(folder, name))));
    }
  }
  return found;
}
