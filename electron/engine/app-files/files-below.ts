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
