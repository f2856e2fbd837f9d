import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchiveFormat, FileFormat, MemoryFormat } from '#shared/formats/format.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import type { Ports } from '../ports.ts';

/** Where everything of a workspace is. Absolute paths. */
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

/**
 * Which file of a workspace is what. Files are known by their path, or by their name, which is the path below the root:
 * the history, the undo log and decisions know them by that.
 */
export type WorkspaceLayout = WorkspacePlace & {
  /** Names of the context file: in the history, and by itself. */
  readonly contextName: string;
  readonly contextFileName: string;
  readonly settingsPath: string | null;
  readonly lockPath: string | null;
  readonly archive: { readonly folder: string; readonly format: ArchiveFormat } | null;
  readonly nameOf: (path: string) => string;
  readonly pathOf: (name: string) => string;
  readonly kindOf: (name: string) => FileKind;
  /** How a file is read and changed, by its name; null for one without entries. */
  readonly formatOf: (name: string) => FileFormat | null;
  /** The archive file that a name of the history stands for; null for any other file. */
  readonly archiveNameOf: (name: string) => string | null;
  /** @throws `outside_workspace` for a name that is not one of an archive file */
  readonly archivePath: (archiveName: string) => string;
};

type PathPorts = Pick<Ports, 'paths'>;

/** The places of a workspace whose memory is in our own format. */
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

export function createLayout({ paths }: PathPorts, place: WorkspacePlace): WorkspaceLayout {
  const { root, contextPath, archiveFolder, ownFolder, format } = place;
  const nameOf = (path: string): string => (path.startsWith(root) ? path.slice(root.length + 1) : path);
  const contextName = nameOf(contextPath);
  const settingsPath = ownFolder === null ? null : paths.join(ownFolder, 'settings.yaml');
  const settingsName = settingsPath === null ? null : nameOf(settingsPath);
  const kindOf = (name: string): FileKind => {
    if (name === contextName || name === settingsName) {
      return name === contextName ? 'context' : 'settings';
    }
    const path = paths.join(root, name);
    return archiveFolder !== null && paths.dirname(path) === archiveFolder ? 'archive' : 'other';
  };
  return {
    ...place,
    contextName,
    contextFileName: paths.basename(contextPath),
    settingsPath,
    lockPath: ownFolder === null ? null : paths.join(ownFolder, 'lock'),
    archive:
      archiveFolder === null || format.archive === null ? null : { folder: archiveFolder, format: format.archive },
    nameOf,
    pathOf: (name) => paths.join(root, name),
    kindOf,
    formatOf: (name) => ({ context: format, archive: format.archive, settings: null, other: null })[kindOf(name)],
    archiveNameOf: (name) => (kindOf(name) === 'archive' ? paths.basename(name) : null),
    archivePath(archiveName) {
      if (archiveFolder === null || !/^[^/\\]+\.md$/.test(archiveName) || archiveName.startsWith('.')) {
        throw new ContextureError('outside_workspace', `“${archiveName}” is not the name of an archive file.`, {
          name: archiveName,
        });
      }
      return paths.join(archiveFolder, archiveName);
    },
  };
}
