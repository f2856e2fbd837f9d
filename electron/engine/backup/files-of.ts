import type { BackupRole } from '#shared/backup/manifest.ts';
import { isBackupPath, isDataName, isPortableName, memoryPath } from '#shared/backup/paths.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { databaseName } from '#shared/storages/driver.ts';
import type { Ports } from '../ports.ts';
import { ownFolderOfFiles } from '../workspace/data-folders.ts';
import type { FileKind, WorkspaceLayout } from '../workspace/layout.ts';
import { createLinks } from '../workspace/links.ts';
import type { KnownMemory } from './known-memories.ts';

/** A file that belongs into a backup, by its path there and here. */
export type SourceFile = { readonly path: string; readonly from: string; readonly role: BackupRole };
type NoteLeftOut = (path: string, why: string) => void;

const isLock = (name: string): boolean => /(?:^|\.)lock(?:\.held)?$/.test(name);
/** Approvals are asked for again: a backup from elsewhere must not decide what may be read here. */
const notBackedUp = new Set(['approvals.json']);
const isOfDatabase = (name: string): boolean => name.startsWith(`${databaseName}-`);

const roles: { readonly [K in FileKind]?: BackupRole } = {
  context: 'memory',
  topic: 'topic',
  archive: 'archive',
  notes: 'notes',
  settings: 'settings',
  conversation: 'conversation',
  storage: 'storage',
  work: 'workflow',
};

/** Role of a file in a memory’s folder, by its name there; null for one that is no part of the memory. */
export function roleIn({ layout }: Pick<KnownMemory, 'layout'>, { paths }: Ports, names: readonly string[]) {
  const name = paths.join(...names);
  if (layout.isFile) {
    // The form of a file is known only once it is there.
    const isContext = name === paths.basename(layout.contextPath);
    return names.length > 1 || !name.endsWith('.md') ? null : isContext ? 'memory' : 'topic';
  }
  const isId = names.length === 2 && names[1] === 'id' && paths.dirname(layout.pathOf(name)) === layout.ownFolder;
  return isId ? 'settings' : isLock(names.at(-1) ?? '') ? null : (roles[layout.kindOf(name)] ?? null);
}

/** True if a path is a link itself, to another place than its folder. */
async function isLinkElsewhere({ files, paths }: Ports, path: string): Promise<boolean> {
  const inFolder = paths.join(await files.destination(paths.dirname(path)), paths.basename(path));
  return (await files.destination(path)) !== inFolder;
}

/** Tells of a memory's files whether they are where they seem to be, or where the person let links lead. */
export async function createLinkCheck(ports: Ports, layout: WorkspaceLayout) {
  const links = createLinks(ports, layout, false);
  await links.refresh();
  const asked: readonly string[] = [layout.contextPath, layout.settingsPath];
  return {
    /** Reason why nothing of a folder is read; null if it is. */
    withheld: (folder: string): string | null => links.withheld(folder)?.message ?? null,
    leadsOut: async (path: string): Promise<boolean> =>
      links.withheld(path) !== null || (!asked.includes(path) && (await isLinkElsewhere(ports, path))),
  };
}

/** The person's own files of a memory. */
export async function* filesOfMemory(
  ports: Ports,
  number: number,
  memory: KnownMemory,
  onLeftOut: NoteLeftOut,
): AsyncGenerator<SourceFile> {
  const { paths } = ports;
  const { layout } = memory;
  const links = await createLinkCheck(ports, layout);
  const root = paths.join(layout.root, ' ').slice(0, -1);
  const folders = layout.isFile ? [layout.root] : [...layout.folders, layout.storageDatabase, layout.workFolder];
  for (const folder of folders) {
    const withheld = links.withheld(folder);
    if (withheld) {
      onLeftOut(folder, withheld);
      continue;
    }
    const listing = { isDeep: folder === layout.workFolder, leadsOut: links.leadsOut };
    for await (const { path } of filesIn(ports, folder, onLeftOut, listing)) {
      const names = path.slice(root.length).split(/[\\/]/);
      const role = roleIn(memory, ports, names);
      const isPart = !layout.isFile || role === 'memory' || layout.topicPath(names.join('/')) !== null;
      if (role !== null && isPart) {
        yield { path: memoryPath(number, 'files', names), from: path, role };
      }
    }
  }
}

/** Files of a memory in the data folder: the list of versions comes before their texts, so that none is missing. */
export async function* dataOfMemory(
  ports: Ports,
  number: number,
  { dataFolder }: Pick<KnownMemory, 'dataFolder'>,
  onLeftOut: NoteLeftOut,
): AsyncGenerator<SourceFile> {
  for await (const { path, names } of filesIn(ports, dataFolder, onLeftOut)) {
    const inBackup = memoryPath(number, 'data', names);
    // Not a change under way: it is about this computer.
    if (isBackupPath(inBackup)) {
      yield { path: inBackup, from: path, role: dataRole(names) };
    }
  }
}

const ownRoles: Readonly<Record<string, BackupRole>> = {
  archive: 'archive',
  'settings.yaml': 'settings',
  'notes.md': 'notes',
  conversations: 'conversation',
  storages: 'storage',
  work: 'workflow',
};

function dataRole([first = '', second = '']: readonly string[]): BackupRole {
  return first === 'history' ? 'history' : first === ownFolderOfFiles ? (ownRoles[second] ?? 'data') : 'data';
}

/** True for a file that is part of a memory that is one file, and kept in the data folder because nothing may be beside it. */
export const isOwnOfFile = ([first = '', second = '']: readonly string[]): boolean =>
  first === ownFolderOfFiles && Object.hasOwn(ownRoles, second);

/** Files for all memories that are backed up. Others can be made again, or are about this computer alone. */
export const appFiles = [['preferences.json'], ['conversations', 'keeping.json'], ['erased.json']] as const;
const savedFolders = [
  ['conversations', 'kept'],
  ['work', 'kept'],
] as const;

/** @param known names of folders in the data folder that belong to memories */
export async function* filesOfApp(
  ports: Ports,
  known: ReadonlySet<string>,
  onLeftOut: NoteLeftOut,
): AsyncGenerator<SourceFile> {
  const { files, paths, dataFolder } = ports;
  const at = (names: readonly string[]): string => paths.join(dataFolder, ...names);
  for (const names of appFiles) {
    if ((await files.info(at(names)))?.kind === 'file') {
      yield { path: ['app', ...names].join('/'), from: at(names), role: 'app' };
    }
  }
  const below = async function* (start: readonly string[], role: BackupRole): AsyncGenerator<SourceFile> {
    for await (const { path, names } of filesIn(ports, at(start), onLeftOut)) {
      yield { path: ['app', ...start, ...names].join('/'), from: path, role };
    }
  };
  for (const folder of savedFolders) {
    yield* below(folder, 'saved');
  }
  yield* below(['recovered'], 'app');
  for (const { name, kind } of await files.list(at(['workspaces']))) {
    // Data of memories that are gone, or were opened too long ago to be listed.
    if (kind === 'folder' && !known.has(name) && isDataName(name)) {
      yield* below(['workspaces', name], 'data');
    }
  }
}

type Listing = { readonly isDeep: boolean; readonly leadsOut: (path: string) => Promise<boolean> };
type FileBelow = { readonly path: string; readonly names: readonly string[] };

/** Lists the files in a folder, those directly in it first. Rows of a database are files. */
async function* filesIn(
  ports: Ports,
  folder: string,
  onLeftOut: NoteLeftOut,
  { isDeep, leadsOut }: Listing = { isDeep: true, leadsOut: (path) => isLinkElsewhere(ports, path) },
  above: readonly string[] = [],
): AsyncGenerator<FileBelow> {
  const { files, paths } = ports;
  const listed = await files.list(folder).catch((error: unknown) => {
    onLeftOut(folder, toContextureError(error).message);
    return [];
  });
  const items = listed.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, kind, mayBeLink } of items) {
    const path = paths.join(folder, name);
    const isDatabase = name === databaseName && isDeep;
    if (kind !== 'file' || isDatabase || isLock(name) || notBackedUp.has(name) || isOfDatabase(name)) {
      continue;
    }
    if (mayBeLink && (await leadsOut(path))) {
      onLeftOut(path, 'It is a link to another place.');
    } else if (isPortableName(name)) {
      yield { path, names: [...above, name] };
    } else {
      onLeftOut(path, 'Not every system can have a file of that name.');
    }
  }
  for (const { name, kind, mayBeLink } of isDeep ? items : []) {
    const isFolder = kind === 'folder' && !mayBeLink;
    if (isFolder ? isPortableName(name) : name === databaseName) {
      yield* filesIn(ports, paths.join(folder, name), onLeftOut, { isDeep: isFolder, leadsOut }, [...above, name]);
    } else if (kind !== 'file') {
      onLeftOut(paths.join(folder, name), 'It is a link to another place, or no file.');
    }
  }
}
