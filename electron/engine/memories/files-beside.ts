import type { ProgramMemory } from '#shared/programs/programs.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { FileInfo, Ports } from '../ports.ts';

/** Limit on a file read for a list: reading keeps the rest of the engine waiting. */
export const maxBytes = 1024 * 1024;

export type FileBeside = { readonly path: string; readonly real: string; readonly info: FileInfo };

/** Further files of a memory, except behind links out of its folder. @param main its main file, which may be missing */
export async function filesBeside(
  ports: Ports,
  main: string,
  place: ProgramMemory | null,
): Promise<readonly FileBeside[]> {
  const { files, paths } = ports;
  if (place?.beside === undefined) {
    return [];
  }
  const root = await files.realPath(paths.dirname(main)).catch(() => null);
  const folder = paths.join(paths.dirname(main), place.beside);
  const realFolder = await files.realPath(folder).catch(() => null);
  if (root === null || realFolder === null || (realFolder !== root && !isBelow(ports, root, realFolder))) {
    return [];
  }
  const items = await files.list(folder).catch(() => []);
  const siblings = items
    .filter(({ name, kind }) => kind === 'file' && paths.join(folder, name) !== main && name.endsWith('.md'))
    .map(async ({ name, mayBeLink }): Promise<FileBeside | null> => {
      const path = paths.join(folder, name);
      const real = mayBeLink ? await files.realPath(path).catch(() => null) : paths.join(realFolder, name);
      const info = real !== null && isBelow(ports, root, real) ? await files.info(real).catch(() => null) : null;
      return real === null || info === null || info.size > maxBytes ? null : { path, real, info };
    });
  return (await Promise.all(siblings)).filter((file) => file !== null);
}
