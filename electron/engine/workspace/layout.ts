import type { FileFormatId, FormatId } from '#shared/contract/capabilities.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { defaultSettings } from '#shared/contract/features/settings.ts';
import { inDatabase } from '#shared/contract/features/storages.ts';
import { eraseFromLines } from '#shared/conversations/erase-lines.ts';
import type { Range } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { FileFormat, MemoryFormat } from '#shared/formats/format.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import { eraseFromWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import { notesFormat } from '#shared/notes/list.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { eraseFromStorage } from '#shared/storages/erase-storage.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { syntaxOfTopic } from '#shared/topics/topic.ts';
import type { Ports } from '../ports.ts';
import { syntaxOfSettings } from '../settings/settings.ts';

export type WorkspacePlace = {
  /** The folder, or the file's folder for a memory that is one file. */
  readonly root: string;
  readonly contextPath: string;
  /** Whether it is one file of another assistant's, beside which nothing of ours may stand. */
  readonly isFile: boolean;
  /** Null where the format has none. */
  readonly archiveFolder: string | null;
  /** Lock and settings: `.contexture` in the root, or, for one file, a folder of the app's data. */
  readonly ownFolder: string;
  readonly format: MemoryFormat;
  /** Where agents keep workflows, by its path in the root; the usual one if left out. */
  readonly workFolder?: string;
  /** How a single file is read: what it is recognised as, what the person says it is, and what it could be; null for any other memory. */
  readonly reading: {
    readonly recognised: FormatId;
    readonly chosen: FormatId | null;
    readonly choices: readonly FileFormatId[];
  } | null;
};

/** What a file of a workspace is, as the history tells it; `other` has no entries that anyone reads. */
type FileKind = 'context' | 'archive' | 'notes' | 'settings' | 'topic' | 'conversation' | 'storage' | 'work' | 'other';

/** Files of JSON, in which a text may stand escaped. */
const erasersOfJson: { readonly [K in FileKind]?: (text: string, eraser: Eraser, file: string) => string } = {
  conversation: eraseFromLines,
  storage: (text, eraser, file) => eraseFromStorage(file, text, eraser),
  work: eraseFromWorkflow,
};

/** Of files without entries: where they are written in words of ours. */
const syntaxes: { readonly [K in FileKind]?: (text: string) => readonly Range[] } = {
  settings: syntaxOfSettings,
  topic: syntaxOfTopic,
};

/** A storage, and what was set aside of one, or of the database of storages. */
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

/** What is below a folder, with nothing for the folder itself; null for any other path. */
function partBelow({ paths }: PathPorts, folder: string, path: string): string | null {
  const inside = paths.join(folder, ' ').slice(0, -1);
  return path === folder ? '' : path.startsWith(inside) ? path.slice(inside.length) : null;
}

/** Where agents keep something. */
function storagesIn({ paths }: PathPorts, { root, isFile, ownFolder }: WorkspacePlace) {
  const storagesFolder = isFile ? paths.join(ownFolder, 'storages') : paths.join(root, 'logs', 'storages');
  /** Its rows are named as if it were a folder. */
  const storageDatabase = paths.join(storagesFolder, databaseName);
  return {
    storagesFolder,
    storageDatabase,
    isStorage: (path: string): boolean =>
      [storagesFolder, storageDatabase].includes(paths.dirname(path)) && storageFile.test(path),
    /** Where a storage is, by what the contract calls its file. */
    storagePath: (file: string): string =>
      file === databaseName
        ? storageDatabase
        : file.startsWith(inDatabase)
          ? paths.join(storageDatabase, `${file.slice(inDatabase.length)}.json`)
          : paths.join(storagesFolder, `${file}.json`),
  };
}

/** Where agents keep workflows; what is where in it is for the room of work to say. */
function workIn({ paths }: PathPorts, { root, isFile, ownFolder, workFolder: named }: WorkspacePlace) {
  const workFolder = isFile ? paths.join(ownFolder, 'work') : paths.join(root, named ?? defaultSettings.workFolder);
  return { workFolder, isWork: (path: string): boolean => partBelow({ paths }, workFolder, path) !== null };
}

/** Which file of a workspace is what. The app's data knows files by their name, which is the path below the root. */
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
  /** Where a person's word on entries is kept that the format has no place for. */
  const notesPath = format.capabilities.confidence ? null : paths.join(ownFolder, 'notes.md');
  /** A single file of another assistant's has them in the app's data: nothing of ours stands beside it. */
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
    /** Where a topic file of this name is; null for what is no name of one. */
    topicPath,
    kindOf,
    /** How a file is read and changed, by its name; null for one without entries. */
    formatOf,
    /** What a file with entries says, by its name; null for one without. */
    read: (name: string, text: string): MemoryDocument | null => formatOf(name)?.read(text) ?? null,
    /** Where a text of a file is written in words of its format, by the file's name. */
    syntaxOf(name: string, text: string): readonly Range[] {
      const format = formatOf(name);
      return syntaxes[kindOf(name)]?.(text) ?? format?.syntaxOf(format.read(text)) ?? [];
    },
    /** A text of a file without what is erased, by the file's name; of one that nobody knows, wherever it occurs. */
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
