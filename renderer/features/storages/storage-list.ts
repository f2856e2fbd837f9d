import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { onIn } from '../../api/answers.ts';
import { useArea } from '../../api/area-elsewhere.ts';
import { call, onConnect, type Problem, problemOf } from '../../api/connection.ts';
import { isThere } from './is-there.ts';

export type StorageList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | (Omit<Result<'storages.list'>, 'total'> & { readonly kind: 'ready' });
export type ReadyList = Extract<StorageList, { kind: 'ready' }>;

export const useStorageList = create<{ readonly workspace: string | null; readonly list: StorageList }>(() => ({
  workspace: null,
  list: { kind: 'loading' },
}));

/** Storages of agents, without the file that lists their keys. */
export const storagesIn = (list: StorageList): readonly StorageView[] =>
  list.kind === 'ready' ? list.storages.filter(({ state }) => state !== 'keys') : none;
const none: readonly StorageView[] = [];

export const knownAgents = (): readonly string[] =>
  storagesIn(useStorageList.getState().list).flatMap(({ trackedBy }) => trackedBy.map(({ agent }) => agent));

/** Read under way, and whether another is to follow: an agent may save faster than its list is read. */
let reading: { readonly workspace: string; again: boolean } | null = null;

export async function readStorages(workspace: string): Promise<void> {
  if (reading?.workspace === workspace) {
    reading.again = true;
    return;
  }
  const own = { workspace, again: false };
  reading = own;
  do {
    own.again = false;
    const list = await listed(workspace);
    // Another workspace may have been opened meanwhile.
    if (reading === own && list !== null) {
      useStorageList.setState({ workspace, list });
    }
  } while (own.again && reading === own);
  reading = reading === own ? null : reading;
}

/** Null without a connection: the last list stays. */
async function listed(workspace: string): Promise<StorageList | null> {
  try {
    return { kind: 'ready', ...(await wholeStorages(call, workspace)) };
  } catch (error) {
    const problem = problemOf(error);
    return problem.code === 'disconnected' ? null : { kind: 'failed', problem };
  }
}

function useFollowStorages(workspace: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) {
      return;
    }
    const read = (): void => void readStorages(workspace);
    if (useStorageList.getState().workspace !== workspace) {
      useStorageList.setState({ workspace, list: { kind: 'loading' } });
    }
    read();
    return together([onIn(workspace, ['storages.changed'], read), onConnect(read)]);
  }, [workspace, wanted]);
}

/** Number of storages, and whether any is news; nothing until the page is idle. */
export function useStorageBadge({ id, path }: Workspace, wanted: boolean) {
  useFollowStorages(id, wanted);
  const list = useStorageList((state) => (state.workspace === id ? state.list : null));
  const storages = list === null ? none : storagesIn(list);
  const count = storages.filter(isThere).length;
  const isNews = storages.some(({ mark }) => mark !== null) || (list?.kind === 'ready' && list.removed.length > 0);
  return {
    count: count === 0 ? null : count,
    mark: isNews ? 'Changed since you last looked' : null,
    isListed: useArea('kept', path, storages.some(({ state }) => state !== 'gone') || isNews),
  };
}
