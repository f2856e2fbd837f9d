import type { StorageView, Whom } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { kindInWords, whomInWords } from '#shared/wording/storages.ts';
import { isThere } from './is-there.ts';
import { agentsInWords, conditionOf, type StorageCondition } from './storage-words.ts';

export type StorageListRow =
  | {
      readonly kind: 'agent';
      readonly key: string;
      readonly agent: string;
      readonly count: number;
      readonly bytes: number;
    }
  | { readonly kind: 'whom'; readonly key: string; readonly agent: string; readonly whom: Whom }
  | { readonly kind: 'untracked'; readonly key: string; readonly count: number }
  | { readonly kind: 'storage'; readonly key: string; readonly storage: StorageView };

/** Storages by the agent that keeps them, then by owner; untracked ones come last. */
export function layOutStorages(storages: readonly StorageView[]): readonly StorageListRow[] {
  const agents = [...new Set(storages.flatMap(({ trackedBy }) => trackedBy.map(({ agent }) => agent)))].sort(byName);
  return [...agents.flatMap((agent) => rowsOfAgent(agent, storages)), ...untrackedRows(storages)];
}

const byName = (one: string, other: string): number => one.localeCompare(other);

function rowsOfAgent(agent: string, storages: readonly StorageView[]): StorageListRow[] {
  const groups = new Map<string, { readonly whom: Whom; readonly storages: StorageView[] }>();
  // The memory is shared by all agents, whoever they work for.
  const memory = storages.filter(
    ({ key, trackedBy }) => key === memoryKey && trackedBy.some((by) => by.agent === agent),
  );
  for (const storage of storages.filter((one) => !memory.includes(one))) {
    for (const { agent: by, ...whom } of storage.trackedBy) {
      if (by === agent) {
        const name = JSON.stringify([whom.user, whom.chat, whom.group, whom.scope]);
        const group = groups.get(name) ?? { whom, storages: [] };
        group.storages.push(storage);
        groups.set(name, group);
      }
    }
  }
  const ofAgent = new Set([...memory, ...[...groups.values()].flatMap((group) => group.storages)]);
  const there = [...ofAgent].filter(isThere);
  const bytes = there.reduce((sum, one) => sum + one.bytes, 0);
  const head: StorageListRow = { kind: 'agent', key: `agent ${agent}`, agent, count: there.length, bytes };
  const sorted = [...groups].sort(([, one], [, other]) => byName(whomInWords(one.whom), whomInWords(other.whom)));
  return [
    head,
    ...rowsOf(memory, agent),
    ...sorted.flatMap(([name, { whom, storages: all }]): StorageListRow[] => [
      { kind: 'whom', key: `whom ${agent} ${name}`, agent, whom },
      ...rowsOf(all, `${agent} ${name}`),
    ]),
  ];
}

function untrackedRows(storages: readonly StorageView[]): StorageListRow[] {
  const all = storages.filter(({ trackedBy }) => trackedBy.length === 0);
  return all.length === 0 ? [] : [{ kind: 'untracked', key: 'untracked', count: all.length }, ...rowsOf(all, '')];
}

const rowsOf = (storages: readonly StorageView[], within: string): StorageListRow[] =>
  [...storages]
    .sort((one, other) => byName(kindInWords(one), kindInWords(other)) || byName(one.file, other.file))
    .map((storage) => ({ kind: 'storage', key: `${storage.file} ${within}`, storage }));

export const storageFilters = ['news', 'empty', 'gone', 'unused', 'untracked', 'damaged'] as const;
export type StorageFilter = (typeof storageFilters)[number];

export const storageFits = (storage: StorageView, filter: StorageFilter): boolean =>
  filter === 'news' ? storage.mark !== null : conditionOf(storage) === (filter satisfies StorageCondition);

/** Storages that have all words and fit a filter, if any is chosen. Missing ones are listed only on request. */
export function narrowStorages(
  storages: readonly StorageView[],
  { query, chosen }: { readonly query: string; readonly chosen: readonly StorageFilter[] },
): readonly StorageView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return storages.filter((storage) => {
    const { key, file, trackedBy } = storage;
    const searchable = [kindInWords(storage), key, file, agentsInWords(storage), ...trackedBy.map(whomInWords)]
      .join(' ')
      .toLowerCase();
    return (
      words.every((word) => searchable.includes(word)) &&
      (chosen.length === 0
        ? words.length > 0 || isStorageThere(storage)
        : chosen.some((filter) => storageFits(storage, filter)))
    );
  });
}
