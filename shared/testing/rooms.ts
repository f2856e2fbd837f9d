import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

type RoomImport = { readonly from: string; readonly to: string };

/**
 * Reads the imports among the files of a folder. Types count too: whoever knows a type of another room knows the room.
 * Files for tests are left out.
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

/** First part of a path: `features/review/…` is in `features`. */
export const roomOf = (path: string): string => path.split('/', 1)[0] ?? path;

/** Lists the imports that a rule forbids, one a line. */
export const linesOf = (imports: readonly RoomImport[], isForbidden: (one: RoomImport) => boolean): string[] =>
  imports.filter(isForbidden).map(({ from, to }) => `${from} → ${to}`);
