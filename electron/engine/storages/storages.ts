import type { StorageView } from '#shared/contract/features/storages.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { prefixOf } from '#shared/storages/identity.ts';
import { identityOf, type TrackedKey } from '#shared/storages/identity-storage.ts';
import { jsonChanges } from '#shared/storages/json-changes.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { StateStorage } from '#shared/storages/state-storage.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { storageInWords } from '#shared/wording/storages.ts';
import { isVersion } from '../history/history-lines.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { followStorages } from './following.ts';
import { createSeenStorages, type SeenAs } from './seen.ts';
import { createStorageFiles, driverOf, type FileLook, nameIn } from './storage-files.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'dataFolder' | 'tell' | 'history'> & {
  readonly personLooks: boolean;
};

export type Storages = ReturnType<typeof createStorages>;

type ListedStorage = { readonly view: StorageView; readonly hash: string | null };

export function createStorages(needs: Needs) {
  const { ports, layout } = needs;
  const files = createStorageFiles(needs);
  const seen = createSeenStorages(needs);

  async function listAll() {
    const { storages, setAside } = await files.names();
    const tracked = await files.tracked(storages);
    const names = [...new Set([...storages, ...tracked.keys()])].sort();
    const looks = await files.look([...storages]);
    const kinds = kindsOf([...tracked.values()].flat());
    const inHistory = new Set((await needs.history.lines()).filter(isVersion).map(({ file }) => file));
    // Another program's saved version may be missing from the history, though the person has seen it.
    const wereSeen = new Set(await seen.wereThere());
    const listed = names.map(async (name): Promise<ListedStorage> => {
      const keys = tracked.get(name) ?? [];
      const conversation = files.isConversation(name, keys, storages) ? name : null;
      const isMemory = keys.some(({ key }) => key === memoryKey);
      const other =
        conversation !== null ? layout.conversationPath(conversation) : isMemory ? layout.contextPath : null;
      const look = other === null ? looks.get(name) : await files.lookAtOther(other);
      const isUsed = wereSeen.has(name) || inHistory.has(layout.nameOf(other ?? layout.storagePath(name)));
      const kind = isMemory ? memoryKey : kindOf(name, keys, kinds);
      const seenLook = look ?? { ...nothing, state: isUsed ? ('gone' as const) : ('unused' as const) };
      return listedAs({ file: name, kind, conversation }, seenLook, keys);
    });
    return { listed: await Promise.all(listed), setAside };
  }

  async function setAsideOf(names: readonly string[]) {
    const setAside = names.map(async (name) => {
      const info = await ports.files.info(ports.paths.join(files.folder, name));
      return info ? [{ name, bytes: info.size, changedAt: info.modifiedAt }] : [];
    });
    return (await Promise.all(setAside)).flat();
  }

  async function list() {
    const { listed, setAside } = await listAll();
    const news = await seen.marks(seenAs(listed));
    return {
      storages: listed.map(({ view }) => ({ ...view, mark: news?.marks.get(view.file) ?? null })),
      setAside: await setAsideOf(setAside),
      looked: news !== null,
      removed: news?.removed ?? [],
    };
  }
  /** List that is being read page by page. */
  let paged: Awaited<ReturnType<typeof list>> | null = null;

  return {
    folder: files.folder,
    read: files.read,
    hash: files.hash,
    placesOf: files.placesOf,
    following: followStorages(needs),
    /** Files that list the keys an agent tracks. */
    keysFiles: async (): Promise<readonly string[]> =>
      [...(await files.names()).storages].filter((file) => listsKeys(nameIn(file))),
    async keyOfFile(file: string): Promise<string | null> {
      const tracked = await files.tracked((await files.names()).storages);
      return tracked.get(file)?.[0]?.key ?? null;
    },
    async titlesOf(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return titlesIn(await files.tracked((await files.names()).storages), names);
    },
    async conversationsAmong(names: readonly string[]): Promise<readonly string[]> {
      const { storages } = await files.names();
      const tracked = await files.tracked(storages);
      return names.filter((name) => files.isConversation(name, tracked.get(name) ?? [], storages));
    },
    list,
    /** A page of the list. Only the first page looks at the files: later ones are of the same moment. */
    async page(offset: number, limit: number) {
      const all = offset === 0 || paged === null ? await list() : paged;
      const storages = all.storages.slice(offset, offset + limit);
      paged = offset + limit < all.storages.length ? all : null;
      return { ...all, total: all.storages.length, storages };
    },
    /** @param since version to compare with; the one the person saw last if left out */
    async changes(file: string, since?: string) {
      const hash = since ?? (await seen.lastOf(file));
      const before = hash === null ? null : await needs.history.recallText(hash);
      const now = await files.read(file);
      const [was, is] = [before, now?.text ?? null].map((text) => (text === null ? undefined : parseJson(text)));
      if (was === undefined || is === undefined) {
        return { since: null, changes: [], total: 0 };
      }
      const changes = jsonChanges(was, is);
      const shown = changes.slice(0, maxChanges).map((change) => ({
        path: [...change.path],
        before: change.before?.slice(0, maxShown) ?? null,
        after: change.after?.slice(0, maxShown) ?? null,
      }));
      return { since: hash, changes: shown, total: changes.length };
    },
    /** @param names files the person has seen; all of them if left out */
    async markSeen(names?: readonly string[]): Promise<void> {
      await seen.markSeen(seenAs((await listAll()).listed), names);
    },
  };
}

/** Limits on shown changes, and on characters of a value. */
const maxChanges = 200;
const maxShown = 300;

/** Includes only storages: a list of keys is nobody's data, and Review shows news in the memory. */
const seenAs = (listed: readonly ListedStorage[]): SeenAs[] =>
  listed.flatMap(({ view: { file, key, state }, hash }) =>
    state === 'keys' || key === memoryKey ? [] : [{ file, key, hash }],
  );

function kindsOf(tracked: readonly TrackedKey[]): ReadonlySet<string> {
  const prefixes = tracked.flatMap((key) => prefixOf(key.key, identityOf(key)) ?? []);
  return new Set([StateStorage.prefix, ChatHistoryStorage.prefix, ...prefixes]);
}

function kindOf(file: string, [first]: readonly TrackedKey[], kinds: ReadonlySet<string>): string | null {
  return first
    ? prefixOf(first.key, identityOf(first))
    : ([...kinds].find((one) => nameIn(file).startsWith(`${one}_`)) ?? null);
}

function titlesIn(
  tracked: ReadonlyMap<string, readonly TrackedKey[]>,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const kinds = kindsOf([...tracked.values()].flat());
  const titleOf = (file: string): string => {
    const keys = tracked.get(file) ?? [];
    return storageInWords({ file, kind: kindOf(file, keys, kinds), trackedBy: keys.map(identityOf) });
  };
  return new Map(names.map((file) => [file, titleOf(file)]));
}

type StorageName = Pick<StorageView, 'file' | 'kind' | 'conversation'>;

const nothing = { bytes: 0, problem: null, info: null, hash: null };

function listedAs(name: StorageName, look: FileLook, tracked: readonly TrackedKey[]): ListedStorage {
  const { state, bytes, problem, info, hash } = look;
  const keys = { key: tracked[0]?.key ?? null, trackedBy: tracked.map(identityOf) };
  const of = { ...name, ...keys, driver: driverOf(name.file) };
  return { view: { ...of, state, bytes, changedAt: info?.modifiedAt ?? null, problem, mark: null }, hash };
}
