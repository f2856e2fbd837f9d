import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

type RoomImport = { readonly from: string; readonly to: string };

/**
 * Reads which file of a folder imports which other file of it. Types count too: to know a type of another room is to know
 * the room. What only tests use is left out.
 *
 * @returns paths relative to the folder, with `/` between their parts
 */
export function readImports(root: string): { readonly files: string[]; readonly imports: readonly RoomImport[] } {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path));
  const imports = files.flatMap((from) =>
    [
      ...readFileSync(join(root, from), 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\s*\(|new URL\()\s*'(\.[^']+)'/g),
    ].map(([, path = '']) => ({
      from,
      to: relative(root, join(root, dirname(from), path))
        .split(sep)
        .join('/'),
    })),
  );
  return { files, imports };
}

/** The first part of a path: `features/review/…` is in `features`. */
export const roomOf = (path: string): string => path.split('/', 1)[0] ?? path;

/** The imports that a rule forbids, each as one line. */
export const linesOf = (imports: readonly RoomImport[], isForbidden: (one: RoomImport) => boolean): string[] =>
  imports.filter(isForbidden).map(({ from, to }) => `${from} → ${to}`);
