import type { BackupFile, BackupManifest, BackupMemory } from '#shared/backup/manifest.ts';
import { isDataName, isPortableName, mapHome, placeInBackup } from '#shared/backup/paths.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { BackedUpMemory, BackupItem, BackupPart } from '#shared/contract/features/backup.ts';
import { settings } from '#shared/contract/features/settings.ts';
import type { Ports } from '../ports.ts';
import { createDataFolders, ownFolderOfFile } from '../workspace/data-folders.ts';
import { fileWorkspace } from '../workspace/find-workspace.ts';
import { createLayout, workspaceAt } from '../workspace/layout.ts';
import { appFiles, createLinkCheck, isOwnOfFile, roleIn } from './files-of.ts';
import { maxMemoryFileBytes } from './take-files.ts';

/** A file of a backup, compared with what is in its place on this computer. */
export type ComparedFile = {
  readonly file: BackupFile;
  readonly to: string;
  readonly state: 'new' | 'same' | BackupItem['state'];
};

/** A memory of a backup, and its place on this computer. */
export type MemoryTarget = {
  readonly memory: BackupMemory;
  readonly number: number;
  /** Its folder here, or its file. */
  readonly to: string;
  /** Path of its folder in the data folder. */
  readonly dataFolder: string;
  /** Lock under which its folder is written; null for one that is a file, which has its lock among its data. */
  readonly lockPath: string | null;
  readonly files: readonly ComparedFile[];
  /** Files of a memory that is one file, such as its archive, which are in the data folder. */
  readonly own: readonly ComparedFile[];
  readonly data: readonly ComparedFile[];
};

const maxItems = 500;

/** Compares a file with the one in its place. */
async function compareFile({ files }: Ports, file: BackupFile, to: string, mayReplace: boolean): Promise<ComparedFile> {
  const info = await files.info(to);
  if (info === null) {
    return { file, to, state: 'new' };
  }
  const read = info.size === file.size ? await files.read(to, { maxBytes: maxMemoryFileBytes }) : null;
  const isSame = read?.state === 'present' && read.hash === file.sha256;
  return { file, to, state: isSame ? 'same' : mayReplace ? 'different' : 'kept' };
}

/** Place on this computer where a memory was, or would be. */
export function usualPlace(
  { paths, homeFolder }: Ports,
  { home }: BackupManifest,
  { path, name }: BackupMemory,
): string {
  return mapHome(path, home, homeFolder) ?? paths.join(homeFolder, isPortableName(name) ? name : 'memory');
}

/** @throws `outside_workspace` if a file would be written where no memory has one */
export async function compareMemory(
  ports: Ports,
  { files: all }: BackupManifest,
  { memory, number, to: typed }: Pick<MemoryTarget, 'memory' | 'number' | 'to'>,
): Promise<MemoryTarget> {
  const { paths } = ports;
  const named = paths.resolve(typed);
  const to = (await ports.files.realPath(named)) ?? named;
  const layout = createLayout(ports, await placeAt(ports, memory, to));
  const { hasId, dataFolder } = await dataFolderAt(ports, memory, to);
  const links = await createLinkCheck(ports, layout);
  const files: ComparedFile[] = [];
  const own: ComparedFile[] = [];
  const data: ComparedFile[] = [];
  for (const file of all) {
    const place = placeInBackup(file.path);
    if (place.memory !== number) {
      continue;
    }
    if (place.in === 'data') {
      const isOwn = memory.isFile && isOwnOfFile(place.names);
      const one = await compareFile(ports, file, paths.join(dataFolder, ...place.names), isOwn);
      (isOwn ? own : data).push(one);
      continue;
    }
    // In a memory that is one file, its own name may be another here.
    const names = memory.isFile && file.role === 'memory' ? [paths.basename(to)] : place.names;
    const path = paths.join(layout.root, ...names);
    if (roleIn({ layout }, ports, names) === null || (await links.leadsOut(path))) {
      const message = `“${place.names.join('/')}” in the backup is no file of a memory, or a link leads out of ${to}. Nothing was changed.`;
      throw new ContextureError('outside_workspace', message, { path });
    }
    const isId = file.role === 'settings' && names.at(-1) === 'id';
    if (!isId || hasId) {
      files.push(await compareFile(ports, file, path, !isId));
    }
  }
  const lockPath = memory.isFile ? null : layout.lockPath;
  return { memory, number, to, dataFolder, lockPath, files, own, data };
}

async function placeAt(ports: Ports, { isFile, workFolder }: BackupMemory, to: string) {
  if (isFile) {
    return fileWorkspace(ports, to);
  }
  // In the home folder it could be another program's settings.
  const isFolder = to !== ports.homeFolder && settings.workFolder.patch.safeParse(workFolder).success;
  return { ...workspaceAt(ports, to), ...(isFolder && { workFolder }) };
}

/** Folder in the data folder for a memory that is restored to a place. `hasId` is false if its id belongs to another folder here. */
async function dataFolderAt(ports: Ports, memory: BackupMemory, to: string) {
  const { paths } = ports;
  const byPath = paths.dirname(ownFolderOfFile(ports, to));
  const here = createDataFolders(ports);
  const isById = !memory.isFile && !memory.data.startsWith('path-');
  if (memory.isFile || !isById) {
    return { hasId: true, dataFolder: byPath };
  }
  const own = await here.idIn(to);
  const hasId = !(await here.isCopy(memory.data, to));
  const byId = (id: string): string => paths.join(ports.dataFolder, 'workspaces', id);
  return { hasId, dataFolder: own !== null ? byId(own) : hasId ? byId(memory.data) : byPath };
}

/** Compares the files for all memories. */
export async function compareShared(ports: Ports, { files, memories }: BackupManifest): Promise<ComparedFile[]> {
  const { paths, dataFolder } = ports;
  const replaceable = new Set(appFiles.slice(0, 2).map((names) => names.join('/')));
  const known = new Set(memories.map(({ data }) => data));
  const compared: ComparedFile[] = [];
  /** Folders of a conversation's copies, or of a memory's data, that are here: they stay as they are. */
  const whole = new Map<string, boolean>();
  for (const file of files) {
    const { memory, names } = placeInBackup(file.path);
    if (memory !== null || !isSharedPath(names) || (names[0] === 'workspaces' && known.has(names[1] ?? ''))) {
      continue;
    }
    const unit = unitOf(names);
    const to = paths.join(dataFolder, ...names);
    const one = await compareFile(ports, file, to, replaceable.has(names.join('/')));
    if (unit !== null && !whole.has(unit)) {
      const last = names[0] === 'workspaces' ? ['history', 'versions.jsonl'] : ['about.json'];
      whole.set(unit, (await ports.files.info(paths.join(dataFolder, unit, ...last))) !== null);
    }
    compared.push(unit !== null && whole.get(unit) && one.state === 'new' ? { ...one, state: 'kept' } : one);
  }
  return compared;
}

/** True for a file for all memories that a backup may have: no other in the data folder is written. */
const isSharedPath = (names: readonly string[]): boolean =>
  appFiles.some((one) => one.join('/') === names.join('/')) ||
  (names[1] === 'kept' && ['conversations', 'work'].includes(names[0] ?? '') && names.length === 4) ||
  (names[0] === 'recovered' && names.length === 2) ||
  (names[0] === 'workspaces' && isDataName(names[1] ?? '') && names.length > 2);

/** Folder of a conversation's copies or of a memory's data, whose files go together; null for another file. */
function unitOf(names: readonly string[]): string | null {
  const [first = '', second = ''] = names;
  return first === 'workspaces' ? `${first}/${second}` : second === 'kept' ? names.slice(0, 3).join('/') : null;
}

/** True for the file that makes its unit count: it is restored last. */
export const endsUnit = (path: string): boolean =>
  /[\\/]kept[\\/][^\\/]+[\\/]about\.json$|[\\/]history[\\/]versions\.jsonl$/.test(path);

const itemOf = ({ file: { path, role, size }, state, to }: ComparedFile): BackupItem[] =>
  state === 'same' ? [] : [{ path, role, state, size, to }];

export function partOf(compared: readonly ComparedFile[]): BackupPart {
  const count = (states: readonly ComparedFile['state'][]): number =>
    compared.filter(({ state }) => states.includes(state)).length;
  return {
    files: compared.length,
    bytes: compared.reduce((sum, { file }) => sum + file.size, 0),
    added: count(['new']),
    same: count(['same']),
    different: count(['different', 'kept']),
    items: compared.flatMap(itemOf).slice(0, maxItems),
  };
}

/** Data of a memory here: none, as in the backup, or other. */
export function dataStateOf(data: readonly ComparedFile[]): 'none' | 'same' | 'other' {
  const isAll = (state: ComparedFile['state']): boolean => data.every((each) => each.state === state);
  return isAll('same') ? 'same' : isAll('new') ? 'none' : 'other';
}

/** Outcome for the history here. Versions are the same if all of their texts are here. */
export function historyOf(data: readonly ComparedFile[]): BackedUpMemory['history'] {
  const texts = data.filter(({ file }) => file.path.endsWith('.gz'));
  return dataStateOf(data) === 'none' ? 'new' : texts.every(({ state }) => state === 'same') ? 'same' : 'merged';
}

/** Previews restoring one memory. A problem with it is told and leaves the others. */
export async function previewMemory(
  ports: Ports,
  manifest: BackupManifest,
  target: Pick<MemoryTarget, 'memory' | 'number' | 'to'>,
): Promise<BackedUpMemory> {
  const { memory, number, to } = target;
  const shown = { memory: number, name: memory.name, path: memory.path };
  try {
    const compared = await compareMemory(ports, manifest, target);
    const part = partOf([...compared.files, ...compared.own]);
    return { ...shown, to: compared.to, ...part, history: historyOf(compared.data), problem: null };
  } catch (error) {
    return { ...shown, to, ...partOf([]), history: 'same', problem: toContextureError(error).message };
  }
}
