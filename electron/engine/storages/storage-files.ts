import { toContextureError } from '#shared/contract/errors.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import { databaseName } from '#shared/storages/driver.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { fileNameOf, keyOf } from '#shared/storages/identity.ts';
import { identityOf, type TrackedKey, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readVersion } from '../app-files/file-version.ts';
import { inBatches } from '../paging.ts';
import { type FileInfo, type FolderItem, sameFile } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>;

/** State and hash of a file, without its text. */
export type FileLook = Pick<StorageView, 'state' | 'bytes' | 'problem'> & {
  /** Null if that can’t be found out either. */
  readonly info: FileInfo | null;
  readonly hash: string | null;
};

/** Drivers of storages, with the beginning of their file names in the contract. */
const drivers = [
  { driver: 'file', prefix: '' },
  { driver: 'sqlite', prefix: inDatabase },
] as const;

const isInDatabase = (file: string): boolean => file === databaseName || file.startsWith(inDatabase);
export const driverOf = (file: string) => drivers[isInDatabase(file) ? 1 : 0].driver;
/** Name of a file in its driver, from its name in the contract. */
export const nameIn = (file: string): string => (isInDatabase(file) ? file.slice(inDatabase.length) : file);
export const besides = (file: string, name: string): string => (isInDatabase(file) ? `${inDatabase}${name}` : name);

export function createStorageFiles(open: Needs) {
  const { ports, layout, links } = open;
  const folder = layout.storagesFolder;
  const hash = (text: string): string => ports.hash(ports.encodeText(text));
  let lastLooks: ReadonlyMap<string, FileLook> = new Map();

  async function read(file: string) {
    const path = layout.storagePath(file);
    await links.checkInside(path);
    return readVersion(ports, path);
  }

  /** Looks at a conversation or the memory, for which existence and size are enough. */
  async function lookAtOther(path: string): Promise<FileLook | null> {
    try {
      await links.checkInside(path);
      const info = await ports.files.info(path);
      const state = info?.size === 0 ? 'empty' : 'kept';
      return info && { state, bytes: info.size, problem: null, info, hash: String(info.size) };
    } catch {
      return null;
    }
  }

  const names = () => namesThere(open);

  async function readFacts(file: string): Promise<FileLook | null> {
    let info: FileInfo | null = null;
    try {
      info = await ports.files.info(layout.storagePath(file));
      const before = lastLooks.get(file);
      if (info === null || (before && sameFile(before.info, info))) {
        return info && (before ?? null);
      }
      if (file === databaseName) {
        // Reading the database as one tells what is wrong with it.
        await ports.files.list(layout.storageDatabase);
      }
      const version = await read(file);
      const of = version && { info: version.info, bytes: version.bytes.length, hash: version.hash };
      return of && { ...stateOf(file, version.text), ...of };
    } catch (error) {
      return { state: 'damaged', bytes: info?.size ?? 0, problem: toContextureError(error).message, info, hash: null };
    }
  }

  return {
    folder,
    hash,
    read,
    names,
    /** Paths of a storage with this name, the copy that was saved last first; if there is none, its path as a file. */
    async placesOf(name: string): Promise<readonly [string, ...string[]]> {
      const copies = placesIn((await names()).storages, name).map(async (file) => {
        const info = await ports.files.info(layout.storagePath(file)).catch(() => null);
        return { file, savedAt: info?.modifiedAt ?? 0 };
      });
      const sorted = (await Promise.all(copies)).sort((one, other) => other.savedAt - one.savedAt);
      const [latest = name, ...others] = sorted.map(({ file }) => file);
      return [latest, ...others];
    },
    /** Keys that agents track, by the file each is kept in. */
    async tracked(names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly TrackedKey[]>> {
      const tracked = new Map<string, TrackedKey[]>();
      for (const file of [...names].filter((each) => listsKeys(nameIn(each)))) {
        const text = (await read(file).catch(() => null))?.text ?? '';
        for (const key of trackedKeysSchema.safeParse(parseJson(text)).data ?? []) {
          const name = fileNameOf(key.key, hash);
          const copies = placesIn(names, name);
          const nowhere = isKeptElsewhere(key, hash) ? name : besides(file, name);
          for (const of of copies.length === 0 ? [nowhere] : copies) {
            // The same list may be in several drivers.
            if (!tracked.get(of)?.some((one) => JSON.stringify(one) === JSON.stringify(key))) {
              addTo(tracked, of, key);
            }
          }
        }
      }
      return tracked;
    },
    lookAtOther,
    /** True if a tracked file is a conversation. @param storages the JSON files that exist */
    isConversation: (file: string, tracked: readonly TrackedKey[], storages: ReadonlySet<string>): boolean =>
      !storages.has(file) && tracked.some((one) => isChatHistory(one, hash)),
    /** State of each existing file. An unchanged one is not read again. */
    async look(names: readonly string[]): Promise<ReadonlyMap<string, FileLook>> {
      const facts = await inBatches(names, async (name) => [name, await readFacts(name)] as const, { size: 32 });
      lastLooks = new Map(facts.flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
      return lastLooks;
    },
  };
}

const maxAtHand = 1024 * 1024;

/** Counts files that no agent can read. A database is left alone, as a look may write beside it, and so are long files. */
export async function damagedAtHand({ ports, layout, links }: Needs) {
  const { files } = ports;
  const folder = layout.storagesFolder;
  await links.checkInside(folder);
  const names = [...namesIn(await files.list(folder)).storages];
  let damaged = 0;
  for (const name of names) {
    const path = layout.storagePath(name);
    await links.checkInside(path);
    const info = await files.info(path);
    const version = info === null || info.size > maxAtHand ? null : await readVersion(ports, path);
    damaged += version !== null && damageOf(name, version.text) !== null ? 1 : 0;
  }
  return damaged;
}

/** Names of storages, and of those set aside. For a database that can’t be read, its own name. */
async function namesThere({ ports, layout, links }: Needs) {
  await links.checkInside(layout.storagesFolder);
  const inFiles = namesIn(await ports.files.list(layout.storagesFolder));
  try {
    await links.checkInside(layout.storageDatabase);
    const rows = namesIn(await ports.files.list(layout.storageDatabase));
    return {
      storages: new Set([...inFiles.storages, ...rows.storages.map((name) => `${inDatabase}${name}`)]),
      setAside: [...inFiles.setAside, ...rows.setAside.map((name) => ports.paths.join(databaseName, name))],
    };
  } catch {
    return { ...inFiles, storages: new Set([...inFiles.storages, databaseName]) };
  }
}

const isChatHistory = (tracked: TrackedKey, hash: (text: string) => string): boolean =>
  tracked.key === keyOf(ChatHistoryStorage.prefix, identityOf(tracked), hash);

/** True for conversations and the memory, which have their own files whatever drivers there are. */
const isKeptElsewhere = (tracked: TrackedKey, hash: (text: string) => string): boolean =>
  tracked.key === memoryKey || isChatHistory(tracked, hash);

const placesIn = (all: ReadonlySet<string>, name: string): string[] =>
  drivers.map(({ prefix }) => `${prefix}${name}`).filter((file) => all.has(file));

function namesIn(items: readonly FolderItem[]) {
  const matching = (form: RegExp) =>
    items.flatMap(({ name, kind }) => (kind === 'file' ? (form.exec(name)?.[1] ?? []) : []));
  return {
    storages: matching(/^([a-z0-9_-]+)\.json$/),
    setAside: matching(/^((?:[a-z0-9_-]+\.json|storages\.sqlite)\.damaged-[0-9a-z-]+)$/),
  };
}

/** Reason, in a sentence, why the content doesn't fit the name; null if it does. @param name name of the file */
export function damageOf(name: string, text: string): string | null {
  const value = parseJson(text);
  if (value === undefined) {
    return 'It is damaged, so its agent can’t read it.';
  }
  return listsKeys(name) && !trackedKeysSchema.safeParse(value).success
    ? 'It doesn’t list what its agent stored, so its agent can’t go on.'
    : null;
}

function stateOf(file: string, text: string): Pick<FileLook, 'state' | 'problem'> {
  const problem = damageOf(nameIn(file), text);
  if (problem !== null) {
    return { state: 'damaged', problem };
  }
  if (listsKeys(nameIn(file))) {
    return { state: 'keys', problem: null };
  }
  const value = parseJson(text);
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return { state: isEmpty ? 'empty' : 'kept', problem: null };
}
