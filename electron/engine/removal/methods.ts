import type { Result } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { discardBelow } from '../app-files/discard-below.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';

type Program = Result<'connections.list'>['programs'][number];
type LeftFiles = Result<'removal.carryOut'>['left'];

export type RemovalNeeds = {
  readonly ports: Ports;
  readonly programs: () => Promise<readonly Program[]>;
  /** Undoes what was written last into a program’s settings. */
  readonly undo: (program: Program['id']) => Promise<unknown>;
  readonly disconnect: (program: Program['id'], name: string) => Promise<unknown>;
  /** Memories opened before, and the folder of each one's archive. */
  readonly memories: () => Promise<readonly { readonly path: string; readonly archiveFolder: string | null }[]>;
  /** Has the system no longer start the app at login. */
  readonly endStartAtLogin: () => Promise<void>;
  /** Closes all memories, after what is being written. */
  readonly close: () => Promise<void>;
};

/** Areas of the data folder by what they hold. Anything else there is not ours, and stays. */
const areas: readonly (readonly [name: string, folders: readonly string[]])[] = [
  ['History, undo, drafts and marks of memories', ['workspaces']],
  ['Saved conversations and their index', ['conversations', 'work']],
  ['Versions recovered after an interruption', ['recovered', 'restoring']],
  ['The sample', ['sample']],
  ['Log and window', ['logs', 'desktop']],
  ['Start of the server of connected assistants', ['bin']],
];
const ownFile = /^[a-z-]+\.(?:json|jsonl|lock)(?:$|\.)/;

export function removalHandlers(needs: RemovalNeeds): Handlers<'removal'> {
  const { ports } = needs;
  return {
    'removal.list': async () => ({
      dataFolder: ports.dataFolder,
      areas: await listAreas(ports),
      connections: (await needs.programs()).flatMap(({ label, settings, connections }) =>
        connections.map(({ name }) => ({ program: label, name, settings })),
      ),
      ...(await memoriesOf(needs)),
      others: await listOthers(ports),
    }),
    'removal.carryOut': async () => {
      await requireOwnFolder(ports);
      const left = await disconnectAll(needs);
      await needs.endStartAtLogin();
      await needs.close();
      return { left: [...left, ...(await removeData(ports))] };
    },
  };
}

async function memoriesOf({ ports, memories }: RemovalNeeds) {
  const known = await memories();
  const archivesInside: string[] = [];
  for (const { path, archiveFolder } of known) {
    const isInside = archiveFolder?.startsWith(ports.dataFolder) ?? false;
    if (isInside && archiveFolder !== null && (await ports.files.list(archiveFolder)).length > 0) {
      archivesInside.push(path);
    }
  }
  return { memories: known.map(({ path }) => path), archivesInside };
}

async function listAreas(ports: Ports): Promise<Result<'removal.list'>['areas']> {
  const { files, paths, dataFolder } = ports;
  const listed: Result<'removal.list'>['areas'] = [];
  for (const [name, folders] of areas) {
    const sizes = await Promise.all(folders.map((folder) => sizeBelow(ports, paths.join(dataFolder, folder))));
    const count = sizes.reduce((sum, each) => sum + each.files, 0);
    if (count > 0) {
      const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
      listed.push({ name, path: paths.join(dataFolder, folders[0] ?? ''), files: count, bytes });
    }
  }
  const own = (await files.list(dataFolder)).filter(({ name, kind }) => kind === 'file' && ownFile.test(name));
  const infos = await Promise.all(own.map(({ name }) => files.info(paths.join(dataFolder, name))));
  const bytes = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
  return own.length === 0
    ? listed
    : [...listed, { name: 'Preferences and lists', path: dataFolder, files: own.length, bytes }];
}

async function sizeBelow(ports: Ports, folder: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const { files, paths } = ports;
  let total = { files: 0, bytes: 0 };
  for (const { name, kind, mayBeLink } of await files.list(folder)) {
    const path = paths.join(folder, name);
    const size =
      kind === 'folder' && !mayBeLink
        ? await sizeBelow(ports, path)
        : { files: 1, bytes: mayBeLink ? 0 : ((await files.info(path))?.size ?? 0) };
    total = { files: total.files + size.files, bytes: total.bytes + size.bytes };
  }
  return total;
}

async function listOthers({ files, paths, dataFolder }: Ports): Promise<string[]> {
  const folders = new Set(areas.flatMap(([, names]) => names));
  const items = await files.list(dataFolder);
  return items
    .filter(({ name, kind }) => (kind === 'file' ? !ownFile.test(name) : !folders.has(name)))
    .map(({ name }) => paths.join(dataFolder, name));
}

/** @throws `invalid_request` if the person chose a data folder that holds other things, which may have names of ours */
async function requireOwnFolder(ports: Ports): Promise<void> {
  const others = (await listOthers(ports))
    .map((path) => ports.paths.basename(path))
    .filter((name) => !/^\./.test(name));
  if (ports.variable('CONTEXTURE_DATA_DIR') !== null && others.length > 0) {
    const message = `${ports.dataFolder} holds more than Contexture’s data: ${others.slice(0, 5).join(', ')}. Nothing was removed. Move that elsewhere first, or remove Contexture’s files there yourself.`;
    throw new ContextureError('invalid_request', message, { path: ports.dataFolder });
  }
}

/** Takes our connections out of programs' settings: to the byte where these have not been changed since. */
async function disconnectAll({ programs, undo, disconnect }: RemovalNeeds): Promise<LeftFiles> {
  const left: LeftFiles = [];
  for (const { id, connections, canUndo } of await programs()) {
    if (connections.length > 0 && canUndo) {
      // A connection that can't be undone is disconnected below.
      await undo(id).catch(() => undefined);
    }
  }
  for (const { id, settings, connections } of await programs()) {
    for (const { name } of connections) {
      await disconnect(id, name).catch((error: unknown) => {
        left.push({ path: settings, why: toContextureError(error).message });
      });
    }
  }
  return left;
}

async function removeData(ports: Ports): Promise<LeftFiles> {
  const { files, paths, dataFolder } = ports;
  const left: LeftFiles = [];
  const tryOn = async (path: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => void left.push({ path, why: toContextureError(error).message }));
  };
  for (const folder of areas.flatMap(([, folders]) => folders)) {
    const path = paths.join(dataFolder, folder);
    await tryOn(path, () => discardBelow(ports, path));
  }
  for (const { name, kind } of await files.list(dataFolder)) {
    if (kind === 'file' && ownFile.test(name)) {
      await tryOn(paths.join(dataFolder, name), () => files.discard(paths.join(dataFolder, name)));
    }
  }
  for (const path of await files.leftovers(dataFolder)) {
    await tryOn(path, () => files.discard(path));
  }
  await files.removeEmptyFolders(dataFolder);
  return left;
}
