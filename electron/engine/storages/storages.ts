import type { StorageView } from '#shared/contract/features/storages.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { prefixOf } from '#shared/storages/identity.ts';
import { identityOf, type TrackedKey } from '#shared/storages/identity-storage.ts';
import type { Followed } from '../workspace/followed.ts';
import { followStorages } from './following.ts';
import { createSeenStorages, type SeenAs } from './seen.ts';
import { createStorageFiles, type Looked } from './storage-files.ts';

export type Storages = ReturnType<typeof createStorages>;

type Listed = { readonly view: StorageView; readonly hash: string | null };

/** What agents keep in a workspace. */
export function createStorages(followed: Followed) {
  const { ports } = followed;
  const files = createStorageFiles(followed);
  const seen = createSeenStorages(followed);

  async function listAll() {
    const { storages, setAside } = await files.names();
    const tracked = await files.tracked(storages);
    const names = [...new Set([...storages, ...tracked.keys()])];
    const looked = await files.look(names);
    const kinds = kindsOf([...tracked.values()].flat());
    const listed = names.map((name) => listedAs(name, looked.get(name), tracked.get(name) ?? [], kinds));
    return { listed, setAside };
  }

  async function setAsideOf(names: readonly string[]) {
    const found = names.map(async (name) => {
      const info = await ports.files.info(ports.paths.join(files.folder, name));
      return info ? [{ name, bytes: info.size, changedAt: info.modifiedAt }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  return {
    folder: files.folder,
    read: files.read,
    hash: files.hash,
    following: followStorages(followed),
    /** The files that say which keys an agent tracks. */
    keysFiles: async (): Promise<readonly string[]> => (await files.names()).storages.filter(listsKeys),
    /** The key that is kept in a file; null where no agent tracks it. */
    async keyOfFile(file: string): Promise<string | null> {
      const tracked = await files.tracked((await files.names()).storages);
      return tracked.get(file)?.[0]?.key ?? null;
    },
    /** By file, in any order. */
    async list() {
      const { listed, setAside } = await listAll();
      const news = await seen.marks(seenAs(listed));
      return {
        storages: listed.map(({ view }) => ({ ...view, mark: news?.marks.get(view.file) ?? null })),
        setAside: await setAsideOf(setAside),
        looked: news !== null,
        removed: news?.removed ?? [],
      };
    },
    /** @param names those the person has seen; all of them if left out */
    async markSeen(names?: readonly string[]): Promise<void> {
      await seen.markSeen(seenAs((await listAll()).listed), names);
    },
  };
}

/** Of storages alone: a list of keys is nothing that is kept for anybody. */
const seenAs = (listed: readonly Listed[]): SeenAs[] =>
  listed.flatMap(({ view: { file, key, state }, hash }) => (state === 'keys' ? [] : [{ file, key, hash }]));

/** What keys begin with here, and may begin with anywhere. */
function kindsOf(tracked: readonly TrackedKey[]): ReadonlySet<string> {
  const found = tracked.flatMap((key) => prefixOf(key.key, identityOf(key)) ?? []);
  return new Set(['state', 'chat_history', 'memory', ...found]);
}

function listedAs(
  file: string,
  found: Looked | undefined,
  tracked: readonly TrackedKey[],
  kinds: ReadonlySet<string>,
): Listed {
  const { state, bytes, problem } = found ?? { state: 'gone', bytes: 0, problem: null };
  const [first] = tracked;
  const kind = first
    ? prefixOf(first.key, identityOf(first))
    : ([...kinds].find((one) => file.startsWith(`${one}_`)) ?? null);
  const trackedBy = tracked.map(identityOf);
  const changedAt = found?.info.modifiedAt ?? null;
  const of = { file, key: first?.key ?? null, kind, driver: 'file', trackedBy };
  return {
    view: { ...of, state, bytes, changedAt, conversation: null, problem, mark: null },
    hash: found?.hash ?? null,
  };
}
