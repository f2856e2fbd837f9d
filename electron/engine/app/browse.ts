import { ContextureError } from '#shared/contract/errors.ts';
import { isMemoryName } from '#shared/formats/formats.ts';
import type { Ports } from '../ports.ts';
import { workspaceAt } from '../workspace/layout.ts';

const maxItems = 1000;

/** Content of a folder, for choosing what to open: folders first, then markdown files, hidden ones if requested. */
export async function browse(ports: Ports, folder: string | undefined, hidden: boolean) {
  const { files, paths } = ports;
  const here = folder === undefined ? ports.homeFolder : paths.resolve(folder);
  const info = await files.info(here);
  if (info?.kind !== 'folder') {
    throw new ContextureError('not_found', `${here} is not a folder. Check the path.`, { path: here });
  }
  const holdsMemory = async (path: string): Promise<boolean> =>
    (await files.info(workspaceAt(ports, path).contextPath).catch(() => null)) !== null;
  const fitting = (await files.list(here)).filter(
    (item) => item.kind === 'folder' || (item.kind === 'file' && isMemoryName(item.name)),
  );
  const listed = hidden ? fitting : fitting.filter((item) => !item.name.startsWith('.'));
  const sorted = listed.sort((a, b) =>
    a.kind === b.kind ? a.name.localeCompare(b.name) : a.kind === 'folder' ? -1 : 1,
  );
  const items = await Promise.all(
    sorted.slice(0, maxItems).map(async ({ name, kind }) => {
      const path = paths.join(here, name);
      return kind === 'folder'
        ? { name, path, kind, opens: await holdsMemory(path) }
        : { name, path, kind: 'file' as const, opens: true };
    }),
  );
  const parent = paths.dirname(here);
  return {
    folder: here,
    parent: parent === here ? null : parent,
    opens: await holdsMemory(here),
    hidden: fitting.length - listed.length,
    items,
  };
}
