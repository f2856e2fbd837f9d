import { ContextureError } from '#shared/contract/errors.ts';
import type { Range } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { FileFormat, MemoryFormat } from '#shared/formats/format.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { Ports } from '../ports.ts';
import { syntaxOfSettings } from '../settings/settings.ts';

export type WorkspacePlace = {
  /** The folder, or the file's folder for a memory in another format. */
  readonly root: string;
  readonly contextPath: string;
  /** Null where the format has none. */
  readonly archiveFolder: string | null;
  /** `.contexture` in the root; null where we may not write. */
  readonly ownFolder: string | null;
  readonly format: MemoryFormat;
};

/** What a file of a workspace is, as the history tells it; `other` has no entries that anyone reads. */
type FileKind = 'context' | 'archive' | 'settings' | 'other';

type PathPorts = Pick<Ports, 'paths'>;

export function workspaceAt({ paths }: PathPorts, root: string): WorkspacePlace {
  const folder = paths.join(root, ...ownMemory.folder);
  return {
    root,
    contextPath: paths.join(folder, ownMemory.file),
    archiveFolder: paths.join(folder, ownMemory.archiveFolder),
    ownFolder: paths.join(root, '.contexture'),
    format: ownMemory.format,
  };
}

export type WorkspaceLayout = ReturnType<typeof createLayout>;

/** Which file of a workspace is what. The app's data knows files by their name, which is the path below the root. */
export function createLayout({ paths }: PathPorts, place: WorkspacePlace) {
  const { root, contextPath, archiveFolder, ownFolder, format } = place;
  const nameOf = (path: string): string => (path.startsWith(root) ? path.slice(root.length + 1) : path);
  const contextName = nameOf(contextPath);
  const settingsPath = ownFolder === null ? null : paths.join(ownFolder, 'settings.yaml');
  const kindOf = (name: string): FileKind => {
    if (name === contextName) {
      return 'context';
    }
    if (settingsPath !== null && name === nameOf(settingsPath)) {
      return 'settings';
    }
    return archiveFolder !== null && paths.dirname(paths.join(root, name)) === archiveFolder ? 'archive' : 'other';
  };
  const formatOf = (name: string): FileFormat | null =>
    ({ context: format, archive: format.archive, settings: null, other: null })[kindOf(name)];
  return {
    ...place,
    /** Name of the context file in the history; {@link contextFileName} is the one it has in its folder. */
    contextName,
    contextFileName: paths.basename(contextPath),
    settingsPath,
    lockPath: ownFolder === null ? null : paths.join(ownFolder, 'lock'),
    folders: [paths.dirname(contextPath), archiveFolder, ownFolder].filter((folder) => folder !== null),
    archive: archiveFolder !== null && format.archive ? { folder: archiveFolder, format: format.archive } : null,
    nameOf,
    pathOf: (name: string): string => paths.join(root, name),
    kindOf,
    /** How a file is read and changed, by its name; null for one without entries. */
    formatOf,
    /** What a file with entries says, by its name; null for one without. */
    read: (name: string, text: string): MemoryDocument | null => formatOf(name)?.read(text) ?? null,
    /** Where a text of a file is written in words of its format, by the file's name. */
    syntaxOf(name: string, text: string): readonly Range[] {
      const format = formatOf(name);
      return kindOf(name) === 'settings' ? syntaxOfSettings(text) : (format?.syntaxOf(format.read(text)) ?? []);
    },
    /** A text of a file without what is erased, by the file's name; of one that nobody knows, wherever it occurs. */
    erase(name: string | undefined, text: string, eraser: Eraser): string {
      if (!eraser.occurs(text)) {
        return text;
      }
      if (name !== undefined && kindOf(name) === 'settings') {
        return eraser.cut(text, syntaxOfSettings(text));
      }
      const format = name === undefined ? null : formatOf(name);
      return format ? format.erase(format.read(text), eraser).text : eraser.cut(text);
    },
    /** The archive file that a name of the history stands for; null for any other file. */
    archiveNameOf: (name: string): string | null => (kindOf(name) === 'archive' ? paths.basename(name) : null),
    /** @throws `outside_workspace` for a name that is not one of an archive file */
    archivePath(archiveName: string): string {
      if (archiveFolder === null || !/^[^/\\]+\.md$/.test(archiveName) || archiveName.startsWith('.')) {
        const message = `“${archiveName}” is not the name of an archive file.`;
        throw new ContextureError('outside_workspace', message, { name: archiveName });
      }
      return paths.join(archiveFolder, archiveName);
    },
  };
}
