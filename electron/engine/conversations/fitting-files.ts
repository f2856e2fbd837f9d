import { isBelow } from '../app-files/is-below.ts';
import type { FileInfo, FolderItem, Ports } from '../ports.ts';

const fitting = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

export function fitsAll([next, ...rest]: readonly string[], names: readonly string[]): boolean {
  const [name, ...others] = names;
  if (next === '**') {
    return fitsAll(rest, names) || (name !== undefined && fitsAll([next, ...rest], others));
  }
  return next === undefined || name === undefined ? next === name : fitting(next).test(name) && fitsAll(rest, others);
}

/** Maximum number of folders that `**` matches. */
const maxDepth = 4;

export type FittingFile = { readonly path: string; readonly info: FileInfo };

/** Files below a folder that match one of the patterns, except files reached by a link. @param root links resolved */
export async function fittingFiles(ports: Ports, root: string, patterns: readonly string[]): Promise<FittingFile[]> {
  const matches = (await Promise.all(patterns.map((pattern) => expand(ports, root, pattern.split('/'))))).flat();
  const files = matches.map(async ({ path, isReal }): Promise<FittingFile[]> => {
    const real = isReal ? path : await ports.files.realPath(path).catch(() => null);
    const info = real === path && isBelow(ports, root, real) ? await ports.files.info(path).catch(() => null) : null;
    return info?.kind === 'file' ? [{ path, info }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Matching files below a folder, each with whether it is known that no link leads to it from there. */
export async function expand(
  ports: Ports,
  at: string,
  [next = '', ...rest]: readonly string[],
  isReal = true,
  depth = 0,
): Promise<{ readonly path: string; readonly isReal: boolean }[]> {
  const items = await ports.files.list(at).catch(() => []);
  const itemsOf = (kind: FolderItem['kind'], fits: RegExp) =>
    items
      .filter((item) => item.kind === kind && fits.test(item.name))
      .map(({ name, mayBeLink }) => ({ path: ports.paths.join(at, name), isReal: isReal && !mayBeLink }));
  const below = async (fits: RegExp, to: readonly string[], deeper = 0) =>
    (await Promise.all(itemsOf('folder', fits).map((one) => expand(ports, one.path, to, one.isReal, deeper)))).flat();
  if (next === '**') {
    const deeper = depth < maxDepth ? await below(/^/, [next, ...rest], depth + 1) : [];
    return [...(await expand(ports, at, rest, isReal)), ...deeper];
  }
  return rest.length === 0 ? itemsOf('file', fitting(next)) : below(fitting(next), rest);
}
