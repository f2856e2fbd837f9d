import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { onIn } from '../../api/answers.ts';
import { call, onConnect, type Problem, problemOf } from '../../api/connection.ts';

/** All that agents keep in a workspace, as it was read last. */
export type KeptList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | (Result<'storages.list'> & { readonly kind: 'ready' });
export type ReadyList = Extract<KeptList, { kind: 'ready' }>;

export const useKeptList = create<{ readonly workspace: string | null; readonly list: KeptList }>(() => ({
  workspace: null,
  list: { kind: 'loading' },
}));

/** Storages of agents; what says which keys they track is none. */
export const storagesIn = (list: KeptList): readonly StorageView[] =>
  list.kind === 'ready' ? list.storages.filter(({ state }) => state !== 'keys') : none;
const none: readonly StorageView[] = [];

/** Counts reads, so that the answer of one that was overtaken is dropped. */
let reading = 0;

export async function readKept(workspace: string): Promise<void> {
  const turn = ++reading;
  const take = (list: KeptList): void => {
    if (turn === reading) {
      useKeptList.setState({ workspace, list });
    }
  };
  try {
    take({ kind: 'ready', ...(await call('storages.list', { workspace })) });
  } catch (error) {
    const problem = problemOf(error);
    // Without a connection, what was read last stays.
    if (problem.code !== 'disconnected') {
      take({ kind: 'failed', problem });
    }
  }
}

const followed = ['storages.changed'] as const;

/** Keeps the list in step with the engine, once that is wanted. */
export function useFollowKept(workspace: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) {
      return;
    }
    const read = (): void => void readKept(workspace);
    if (useKeptList.getState().workspace !== workspace) {
      useKeptList.setState({ workspace, list: { kind: 'loading' } });
    }
    read();
    const offs = [onIn(workspace, followed, read), onConnect(read)];
    return () => {
      for (const off of offs) {
        off();
      }
    };
  }, [workspace, wanted]);
}

/** How many storages are there, and whether any of them is news; nothing until the page has come to rest. */
export function useKeptBadge(workspace: string, wanted: boolean) {
  useFollowKept(workspace, wanted);
  const list = useKeptList((state) => (state.workspace === workspace ? state.list : null));
  const storages = list === null ? none : storagesIn(list);
  const count = storages.filter(({ state }) => state !== 'gone').length;
  const isNews = storages.some(({ mark }) => mark !== null) || (list?.kind === 'ready' && list.removed.length > 0);
  return { count: count === 0 ? null : count, mark: isNews ? 'Changed since you last looked' : null };
}
