import type { FileFormatId, FormatId } from '#shared/contract/capabilities.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { defaultSettings } from '#shared/contract/features/settings.ts';
import { eraseFromLines } from '#shared/conversations/erase-lines.ts';
import type { Range } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { FileFormat, MemoryFormat } from '#shared/formats/format.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { eraseFromWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import { notesFormat } from '#shared/notes/list.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { eraseFromStorage } from '#shared/storages/erase-storage.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { syntaxOfTopic } from '#shared/topics/topic.ts';
import type { Ports } from '../ports.ts';
import { syntaxOfSettings } from '../settings/settings.ts';

export type WorkspacePlace = {
  /** The folder; for a memory that is one file, the file's folder. */
  readonly root: string;
  readonly contextPath: string;
  /** Set if it is one file of another assistant's, beside which we may put no files. */
  readonly isFile: boolean;
  /** Null if the format has none. */
  readonly archiveFolder: string | null;
  /** Lock and settings: `.contexture` in the root, or, for one file, a folder of the app's data. */
  readonly ownFolder: string;
  readonly format: MemoryFormat;
  /** Path in the root of the folder in which agents keep workflows; the usual one if left out. */
  readonly workFolder?: string;
  /**
   * Formats of a single file: the recognised one, the person's choice, and the possible ones; null for any other
   * memory.
   */
  readonly reading: {
    readonly recognised: FormatId;
    readonly chosen: FormatId | null;
    readonly choices: readonly FileFormatId[];
  } | null;
};

/** Kind of a workspace file in the history; `other` has no entries that anyone reads. */
export type FileKind =
  | 'context'
  | 'archive'
  | 'notes'
  | 'settings'
  | 'topic'
  | 'conversation'
  | 'storage'
  | 'work'
  | 'other';

/** Erasers for JSON files, in which a text may be escaped. */
const erasersOfJson: { readonly [K in FileKind]?: (text: string, eraser: Eraser, file: string) => string } = {
  conversation: eraseFromLines,
  storage: (text, eraser, file) => eraseFromStorage(file, text, eraser),
  work: eraseFromWorkflow,
};

/** Places written in our own words, in files without entries. */
const syntaxes: { readonly [K in FileKind]?: (text: string) => readonly Range[] } = {
  settings: syntaxOfSettings,
  topic: syntaxOfTopic,
};

/** A storage, or a damaged storage or database of storages that was set aside. */
const storageFile = /\.json(?:\.damaged-[a-z0-9]+)?$|\.sqlite\.damaged-[a-z0-9]+$/i;

const ownFolderName = '.contexture';

type PathPorts = Pick<Ports, 'paths'>;

export function workspaceAt({ paths }: PathPorts, root: string): WorkspacePlace {
  const folder = paths.join(root, ...ownMemory.folder);
  return {
    root,
    contextPath: paths.join(folder, ownMemory.file),
    isFile: false,
    archiveFolder: paths.join(folder, ownMemory.archiveFolder),
    ownFolder: paths.join(root, ownFolderName),
    format: ownMemory.format,
    reading: null,
  };
}

export const settingsPathIn = ({ paths }: PathPorts, ownFolder: string): string =>
  paths.join(ownFolder, 'settings.yaml');

export type WorkspaceLayout = ReturnType<typeof createLayout>;

/** Part of a path below a folder, empty for the folder itself; null for any other path. */
function partBelow({ paths }: PathPorts, folder: string, path: string): string | null {
  const inside = paths.join(folder, ' ').slice(0, -1);
  return path === folder ? '' : path.startsWith(inside) ? path.slice(inside.length) : null;
}

function storagesIn({ paths }: PathPorts, { root, isFile, ownFolder }: WorkspacePlace) {
  const storagesFolder = isFile ? paths.join(ownFolder, 'storages') : paths.join(root, 'logs', 'storages');
  /** Path of the database, whose rows are named as if it were a folder. */
  const storageDatabase = paths.join(storagesFolder, databaseName);
  return {
    storagesFolder,
    storageDatabase,
    isStorage: (path: string): boolean =>
      [storagesFolder, storageDatabase].includes(paths.dirname(path)) && storageFile.test(path),
    /** Path of a storage, by the name of its file in the contract. */
    storagePath: (file: string): string =>
      file === databaseName
        ? storageDatabase
        : file.startsWith(inDatabase)
          ? paths.join(storageDatabase, `${file.slice(inDatabase.length)}.json`)
          : paths.join(storagesFolder, `${file}.json`),
  };
}

/** Folder in which agents keep workflows; the work feature knows its structure. */
function workIn({ paths }: PathPorts, { root, isFile, ownFolder, workFolder: named }: WorkspacePlace) {
  const workFolder = isFile ? paths.join(ownFolder, 'work') : paths.join(root, named ?? defaultSettings.workFolder);
  return { workFolder, isWork: (path: string): boolean => partBelow({ paths }, workFolder, path) !== null };
}

/** Knows each file of a workspace. The app's data knows files by their name, which is the path below the root. */
export function createLayout({ paths }: PathPorts, place: WorkspacePlace) {
  const { root, contextPath, archiveFolder, ownFolder, format } = place;
  const nameOf = (path: string): string => {
    const own = partBelow({ paths }, ownFolder, path);
    return own === null ? (partBelow({ paths }, root, path) ?? path) : paths.join(ownFolderName, own);
  };
  const pathOf = (name: string): string => {
    const own = partBelow({ paths }, ownFolderName, name);
    return own === null ? paths.join(root, name) : paths.join(ownFolder, own);
  };
  const contextName = nameOf(contextPath);
  const settingsPath = settingsPathIn({ paths }, ownFolder);
  /** File for the person's notes on entries that the format has no place for. */
  const notesPath = format.capabilities.confidence ? null : paths.join(ownFolder, 'notes.md');
  /**
   * Folder of conversations. For a single file of another assistant's it is in the app's data, as we put no files
   * beside it.
   */
  const conversationsFolder = paths.join(...(place.isFile ? [ownFolder] : [root, 'logs']), 'conversations');
  const ofAgents = { ...storagesIn({ paths }, place), ...workIn({ paths }, place) };
  const topicPath = (file: string): string | null => {
    const isTopic = /^[^./\\][^/\\]*\.md$/.test(file) && file !== paths.basename(contextPath);
    return format.capabilities.severalFiles && isTopic ? paths.join(root, file) : null;
  };
  const kindOf = (name: string): FileKind => {
    if (name === contextName) {
      return 'context';
    }
    if (name === nameOf(settingsPath)) {
      return 'settings';
    }
    if (notesPath !== null && name === nameOf(notesPath)) {
      return 'notes';
    }
    if (archiveFolder !== null && paths.dirname(pathOf(name)) === archiveFolder) {
      return 'archive';
    }
    if (paths.dirname(pathOf(name)) === conversationsFolder) {
      return 'conversation';
    }
    if (ofAgents.isStorage(pathOf(name))) {
      return 'storage';
    }
    if (ofAgents.isWork(pathOf(name))) {
      return 'work';
    }
    return topicPath(name) === null ? 'other' : 'topic';
  };
  const formats: { readonly [K in FileKind]?: FileFormat | null } = {
    context: format,
    archive: format.archive,
    notes: notesFormat,
  };
  const formatOf = (name: string): FileFormat | null => formats[kindOf(name)] ?? null;
  return {
    ...place,
    /** Name of the context file in the history; {@link contextFileName} is the one it has in its folder. */
    contextName,
    contextFileName: paths.basename(contextPath),
    settingsPath,
    notesPath,
    lockPath: paths.join(ownFolder, 'lock'),
    folders: [
      paths.dirname(contextPath),
      archiveFolder,
      ownFolder,
      conversationsFolder,
      ofAgents.storagesFolder,
    ].filter((folder) => folder !== null),
    archive: archiveFolder !== null && format.archive ? { folder: archiveFolder, format: format.archive } : null,
    nameOf,
    pathOf,
    ...ofAgents,
    conversationsFolder,
    conversationPath: (id: string): string => paths.join(conversationsFolder, `${id}.jsonl`),
    /** Path of the topic file with this name; null if it isn't the name of one. */
    topicPath,
    kindOf,
    /** Format that reads and changes a file, by its name; null for one without entries. */
    formatOf,
    /** Document of a file with entries, by its name; null for one without. */
    read: (name: string, text: string): MemoryDocument | null => formatOf(name)?.read(text) ?? null,
    /** Ranges of a text that are words of its format, by the file's name. */
    syntaxOf(name: string, text: string): readonly Range[] {
      const format = formatOf(name);
      return syntaxes[kindOf(name)]?.(text) ?? format?.syntaxOf(format.read(text)) ?? [];
    },
    /** Erases from a file's text, by the file's name; in an unknown file, wherever the text occurs. */
    erase(name: string | undefined, text: string, eraser: Eraser): string {
      const ofJson = erasersOfJson[name === undefined ? 'other' : kindOf(name)];
      if (ofJson) {
        return ofJson(text, eraser, paths.basename(name ?? ''));
      }
      if (!eraser.occurs(text)) {
        return text;
      }
      const format = name === undefined ? null : formatOf(name);
      return format
        ? format.erase(format.read(text), eraser).text
        : eraser.cut(text, name === undefined ? [] : this.syntaxOf(name, text));
    },
    /** Name of the archive file with this name in the history; null for any other file. */
    archiveNameOf: (name: string): string | null => (kindOf(name) === 'archive' ? paths.basename(name) : null),
    /** @throws `outside_workspace` if the name is not one of an archive file */
    archivePath(archiveName: string): string {
      if (archiveFolder === null || !/^[^/\\]+\.md$/.test(archiveName) || archiveName.startsWith('.')) {
        const message = `“${archiveName}” is not the name of an archive file.`;
        throw new ContextureError('outside_workspace', message, { name: archiveName });
      }
      return paths.join(archiveFolder, archiveName);
    },
  };
}
