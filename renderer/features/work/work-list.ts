import { useEffect } from 'react';
import { create } from 'zustand';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { onIn } from '../../api/answers.ts';
import { call, onConnect, type Problem, problemOf } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { needsYou } from './work-words.ts';

/** The workflows of a workspace as they were listed last: those changed last first. */
export type WorkList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly workflows: readonly WorkflowSummary[]; readonly total: number };

type WorkState = {
  readonly workspace: string | null;
  readonly list: WorkList;
  readonly query: string;
  readonly chosen: readonly WorkflowSummary['status'][];
  /** Id of the workflow that is open in the place of the list. */
  readonly reading: string | null;
};

const nothing: WorkState = { workspace: null, list: { kind: 'loading' }, query: '', chosen: [], reading: null };

export const useWork = create<WorkState>(() => nothing);

/** More than anybody looks through; search finds the rest by the command line. */
const maxListed = 2000;
const pageSize = 200;

let latest = 0;

export async function readWork(workspace: string): Promise<void> {
  const turn = ++latest;
  const list = await listed(workspace);
  if (turn === latest && list !== null) {
    useWork.setState((state) => (state.workspace === workspace ? { list } : { ...nothing, workspace, list }));
  }
}

/** Null without a connection: what was read last stays. */
async function listed(workspace: string): Promise<WorkList | null> {
  try {
    const workflows: WorkflowSummary[] = [];
    for (;;) {
      const page = await call('work.list', { workspace, offset: workflows.length, limit: pageSize });
      workflows.push(...page.workflows);
      if (page.workflows.length === 0 || workflows.length >= Math.min(page.total, maxListed)) {
        return { kind: 'ready', workflows, total: page.total };
      }
    }
  } catch (error) {
    const problem = problemOf(error);
    return problem.code === 'disconnected' ? null : { kind: 'failed', problem };
  }
}

const followed = ['work.changed'] as const;

export function useFollowWork(workspace: string, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) {
      return;
    }
    const read = (): void => void readWork(workspace);
    read();
    const offs = [onIn(workspace, followed, read), onConnect(read)];
    return () => {
      for (const off of offs) {
        off();
      }
    };
  }, [workspace, wanted]);
}

export function useWorkBadge(workspace: string, wanted: boolean) {
  useFollowWork(workspace, wanted);
  const list = useWork((state) => (state.workspace === workspace ? state.list : null));
  const workflows = list?.kind === 'ready' ? list.workflows : [];
  const active = workflows.filter(({ where }) => where === 'active').length;
  return { count: active === 0 ? null : active, mark: workflows.some(needsYou) ? 'Something needs you' : null };
}

// Another memory takes this one's place.
useContextStore.subscribe((context, before) => {
  if (before.kind !== 'none' && (context.kind === 'none' || context.workspace !== before.workspace)) {
    useWork.setState(nothing, true);
  }
});
