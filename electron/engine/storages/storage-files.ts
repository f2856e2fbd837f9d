import { toContextureError } from '#shared/contract/errors.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { fileNameOf, keyOf } from '#shared/storages/identity.ts';
import { identityOf, type TrackedKey, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readVersion } from '../app-files/file-version.ts';
import { type FileInfo, sameFile } from '../ports.ts';
import type { Kept } from '../workspace/kept.ts';

/** What a file was found to be, and its hash; no text of it. */
export type Looked = Pick<StorageView, 'state' | 'bytes' | 'problem'> & {
  readonly info: FileInfo;
  readonly hash: string | null;
};

/** The files in which agents keep something. */
export function createStorageFiles({ ports, layout, links }: Kept) {
  const folder = layout.storagesFolder;
  const hash = (text: string): string => ports.hash(ports.encodeText(text));
  let known: ReadonlyMap<string, Looked> = new Map();

  /** What lies behind a link that leads out is given to nobody. @throws `outside_workspace` */
  const checkInside = (path: string): Promise<void> => links.checkStill(path, () => links.withheld(path));

  async function read(file: string) {
    const path = layout.storagePath(file);
    await checkInside(path);
    return readVersion(ports, path);
  }

  /** A conversation, or the memory, of which nobody needs to know more than that it is there. */
  async function lookAtOther(path: string): Promise<Looked | null> {
    try {
      await checkInside(path);
      const info = await ports.files.info(path);
      const state = info?.size === 0 ? 'empty' : 'kept';
      return info && { state, bytes: info.size, problem: null, info, hash: `${info.size} ${info.modifiedAt}` };
    } catch {
      return null;
    }
  }

  async function look(file: string): Promise<Looked | null> {
    const info = await ports.files.info(layout.storagePath(file)).catch(() => null);
    const before = known.get(file);
    if (info === null || (before && sameFile(before.info, info))) {
      return info && (before ?? null);
    }
    try {
      const version = await read(file);
      const of = version && { info: version.info, bytes: version.bytes.length, hash: version.hash };
      return of && { ...stateOf(file, version.text), ...of };
    } catch (error) {
      return { state: 'damaged', bytes: info.size, problem: toContextureError(error).message, info, hash: null };
    }
  }

  return {
    folder,
    hash,
    read,
    /** Names of storages, and of what was set aside. */
    async names() {
      await checkInside(folder);
      const items = await ports.files.list(folder);
      const named = (form: RegExp) =>
        items.flatMap(({ name, kind }) => (kind === 'file' ? (form.exec(name)?.[1] ?? []) : []));
      return { storages: named(/^([a-z0-9_-]+)\.json$/), setAside: named(/^([a-z0-9_-]+\.json\.damaged-[0-9a-z-]+)$/) };
    },
    /** The keys that agents track, by the file each is kept in. */
    async tracked(names: readonly string[]): Promise<ReadonlyMap<string, readonly TrackedKey[]>> {
      const tracked = new Map<string, TrackedKey[]>();
      for (const file of names.filter(listsKeys)) {
        const text = (await read(file).catch(() => null))?.text ?? '';
        for (const key of trackedKeysSchema.safeParse(parseJson(text)).data ?? []) {
          const of = fileNameOf(key.key, hash);
          tracked.set(of, [...(tracked.get(of) ?? []), key]);
        }
      }
      return tracked;
    },
    lookAtOther,
    /** Whether what is tracked in a file is a conversation. @param storages the files of JSON that are there */
    isConversation: (file: string, tracked: readonly TrackedKey[], storages: readonly string[]): boolean =>
      !storages.includes(file) &&
      tracked.some((one) => one.key === keyOf(ChatHistoryStorage.prefix, identityOf(one), hash)),
    /** What each is, where it is there. What has not changed since it was looked at is not read again. */
    async look(names: readonly string[]): Promise<ReadonlyMap<string, Looked>> {
      const looked = new Map<string, Looked>();
      for (const name of names) {
        const found = await look(name);
        if (found) {
          looked.set(name, found);
        }
      }
      known = looked;
      return looked;
    },
  };
}

function stateOf(file: string, text: string): Pick<Looked, 'state' | 'problem'> {
  const value = parseJson(text);
  if (value === undefined) {
    return { state: 'damaged', problem: 'It is no JSON, so no agent can read it.' };
  }
  if (listsKeys(file)) {
    return { state: 'keys', problem: null };
  }
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return { state: isEmpty ? 'empty' : 'kept', problem: null };
}
