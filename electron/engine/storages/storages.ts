import type { StorageView } from '#shared/contract/features/storages.ts';
import { listsKeys } from '#shared/storages/erase-storage.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { type TrackedKey, trackedKeysSchema } from '#shared/storages/identity-storage.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readVersion } from '../app-files/file-version.ts';
import type { Followed } from '../workspace/followed.ts';

export type Storages = ReturnType<typeof createStorages>;

/** What agents keep in a workspace. */
export function createStorages({ ports, layout, links }: Followed) {
  const folder = layout.storagesFolder;
  const hash = (text: string): string => ports.hash(ports.encodeText(text));
  const fileOf = (key: string): string => fileNameOf(key, hash);

  /** What lies behind a link that leads out is given to nobody. @throws `outside_workspace` */
  const checkInside = (path: string): Promise<void> => links.checkStill(path, () => links.withheld(path));

  async function read(file: string) {
    const path = layout.storagePath(file);
    await checkInside(path);
    return readVersion(ports, path);
  }

  async function filesThere(): Promise<readonly string[]> {
    await checkInside(folder);
    const items = await ports.files.list(folder);
    return items.flatMap(({ name, kind }) => (kind === 'file' ? (/^([a-z0-9_-]+)\.json$/.exec(name)?.[1] ?? []) : []));
  }

  async function viewOf(file: string, tracked: readonly TrackedKey[], isThere: boolean): Promise<StorageView> {
    const text = isThere ? await read(file).catch(() => 'unreadable' as const) : null;
    const known = {
      file,
      key: tracked[0]?.key ?? null,
      trackedBy: tracked.map(({ agentName, userId, chatName, group, scope }) => ({
        agent: agentName,
        user: userId ?? null,
        chat: chatName ?? null,
        group: group ?? null,
        scope: scope ?? null,
      })),
    };
    return text === null
      ? { ...known, state: 'gone', bytes: 0, changedAt: null }
      : text === 'unreadable'
        ? { ...known, state: 'damaged', bytes: 0, changedAt: null }
        : { ...known, state: stateOf(file, text.text), bytes: text.bytes.length, changedAt: text.info.modifiedAt };
  }

  return {
    folder,
    read,
    /** By file, in any order. */
    async list(): Promise<readonly StorageView[]> {
      const there = new Set(await filesThere());
      const tracked = new Map<string, TrackedKey[]>();
      for (const file of [...there].filter(listsKeys)) {
        const text = (await read(file).catch(() => null))?.text ?? '';
        for (const key of trackedKeysSchema.safeParse(parseJson(text)).data ?? []) {
          const of = fileOf(key.key);
          tracked.set(of, [...(tracked.get(of) ?? []), key]);
        }
      }
      const files = [...new Set([...there, ...tracked.keys()])];
      return Promise.all(files.map((file) => viewOf(file, tracked.get(file) ?? [], there.has(file))));
    },
  };
}

function stateOf(file: string, text: string): StorageView['state'] {
  const value = parseJson(text);
  if (value === undefined) {
    return 'damaged';
  }
  if (listsKeys(file)) {
    return 'keys';
  }
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? 'empty' : 'kept';
}
