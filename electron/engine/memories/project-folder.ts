import type { FolderItem, Ports } from '../ports.ts';

export type Projects = {
  readonly list: (folder: string) => Promise<readonly FolderItem[]>;
  /** Folders of the conversations beside a memory, as far as those may be read. */
  readonly saidBeside: (folder: string) => AsyncIterable<string>;
};

/** Lists a folder only once; gives nothing if it can't be listed. */
export function createFolderLister({ files }: Pick<Ports, 'files'>) {
  const listings = new Map<string, Promise<readonly FolderItem[]>>();
  return (folder: string): Promise<readonly FolderItem[]> => {
    const listing = listings.get(folder) ?? files.list(folder).catch(() => []);
    listings.set(folder, listing);
    return listing;
  };
}

/** Home folder of a user on another computer, as most systems name it. */
const foreignHome = /^(?:[A-Za-z]-)?-(?:home|Users)-[^-]+(?=-.)/;

const asWritten = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

/** Folder with this written form that is a conversation's folder, or above it; null for none. */
export function folderAbove({ paths }: Pick<Ports, 'paths'>, written: string, folder: string): string | null {
  const above = paths.dirname(folder);
  return asWritten(folder) === written ? folder : above === folder ? null : folderAbove({ paths }, written, above);
}

/** Folder with this written form whose path is in a text, in full or from the home folder on; null for none. */
export function folderSaid({ homeFolder }: Pick<Ports, 'homeFolder'>, written: string, text: string): string | null {
  const home = asWritten(homeFolder);
  const asPath = (part: string): string => part.replaceAll('-', '[^A-Za-z0-9\\s"\'`]');
  const path = written.startsWith(`${home}-`)
    ? `(~|${homeFolder.replace(/[^A-Za-z0-9]/g, '\\$&')})(?=[/\\\\])(${asPath(written.slice(home.length))})`
    : `()(?=[/\\\\]|[A-Za-z]:[/\\\\])(${asPath(written)})`;
  const match = new RegExp(`(?<![^\\s"'\`(<[=:])${path}(?=[/\\\\\\s"'\`)>\\],;:!?]|\\.?(?:\\s|$))`).exec(text);
  const [, start = '', rest = ''] = match ?? [];
  return match === null ? null : `${start === '~' ? homeFolder : start}${rest}`;
}

/** Project by its folder's name alone: the path below a home folder, as written, the last part of which may be half a name. */
export function restOfWritten({ homeFolder }: Pick<Ports, 'homeFolder'>, written: string): string {
  const home = `${asWritten(homeFolder)}-`;
  const rest = written.startsWith(home) ? written.slice(home.length) : written.replace(foreignHome, '');
  return rest.replace(/^-+/, '') || written;
}

/** Folder whose path is written with `-` for all but letters and digits; null for none or several. Doesn't follow links. */
export async function folderWrittenAs(
  { paths }: Pick<Ports, 'paths'>,
  written: string,
  list: (folder: string) => Promise<readonly FolderItem[]>,
): Promise<string | null> {
  async function below(folder: string, rest: string): Promise<string[]> {
    const matches: string[] = [];
    for (const { name, kind, mayBeLink } of await list(folder)) {
      const part = asWritten(name);
      if (kind !== 'folder' || mayBeLink) {
        continue;
      }
      if (part === rest) {
        matches.push(paths.join(folder, name));
      } else if (rest.startsWith(`${part}-`)) {
        matches.push(...(await below(paths.join(folder, name), rest.slice(part.length + 1))));
      }
    }
    return matches;
  }
  const matches = written.startsWith('-') ? await below('/', written.slice(1)) : [];
  return matches.length === 1 ? (matches[0] ?? null) : null;
}
