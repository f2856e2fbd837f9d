import type { FolderItem, Ports } from '../ports.ts';

/** Lists a folder once, however often it is asked for; nothing where it can't be listed. */
export function createFolderLister({ files }: Pick<Ports, 'files'>) {
  const known = new Map<string, Promise<readonly FolderItem[]>>();
  return (folder: string): Promise<readonly FolderItem[]> => {
    const found = known.get(folder) ?? files.list(folder).catch(() => []);
    known.set(folder, found);
    return found;
  };
}

const asWritten = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/**
 * What can be said of a project by the name of a folder alone: its path below the home folder, as written. Where one of its
 * folders ends and the next begins is not known, so that its last part may be half of a name.
 */
export function restOfWritten({ homeFolder }: Pick<Ports, 'homeFolder'>, written: string): string {
  const home = `${asWritten(homeFolder)}-`;
  const rest = written.startsWith(home) ? written.slice(home.length) : written.replace(/^-+/, '');
  return rest || written;
}

/**
 * The folder whose path was written with `-` for everything but ASCII letters and digits, as Claude Code does. That has
 * many origins, so the folders there are decide.
 * @returns null where there is no such folder, or more than one; links are not followed
 */
export async function folderWrittenAs(
  { paths }: Pick<Ports, 'paths'>,
  written: string,
  list: (folder: string) => Promise<readonly FolderItem[]>,
): Promise<string | null> {
  async function below(folder: string, rest: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name, kind, mayBeLink } of await list(folder)) {
      const part = asWritten(name);
      if (kind !== 'folder' || mayBeLink) {
        continue;
      }
      if (part === rest) {
        found.push(paths.join(folder, name));
      } else if (rest.startsWith(`${part}-`)) {
        found.push(...(await below(paths.join(folder, name), rest.slice(part.length + 1))));
      }
    }
    return found;
  }
  const found = written.startsWith('-') ? await below('/', written.slice(1)) : [];
  return found.length === 1 ? (found[0] ?? null) : null;
}
