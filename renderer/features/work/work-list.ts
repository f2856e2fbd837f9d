import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { onIn } from '../../api/answers.ts';
import { useArea } from '../../api/area-elsewhere.ts';
import { call, onConnect, type Problem, problemOf } from '../../api/connection.ts';

/** Latest list of a workspace's workflows: the most recently changed first. */
export type WorkList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly workflows: readonly WorkflowSummary[];
      /** Number of workflows; more than are listed until all have been read. */
      readonly total: number;
      /** Problems of the files beside them. */
      readonly findings: Result<'work.list'>['findings'];
    };

export const useWorkList = create<{ readonly workspace: string | null; readonly list: WorkList }>(() => ({
  workspace: null,
  list: { kind: 'loading' },
}));

const firstPage = 100;
const pageSize = 1000;

type Wanted = { readonly workspace: string; readonly ids: Set<string> | 'all' };

/** Next read, once the current one ends: agents may write faster than their list is read. */
let wanted: Wanted | null = null;
let isReading = false;

/** @param ids those that changed; all if unknown */
export async function readWork(workspace: string, ids?: readonly string[]): Promise<void> {
  const before = wanted?.workspace === workspace ? wanted.ids : new Set<string>();
  const isSome = ids !== undefined && before !== 'all' && useWorkList.getState().workspace === workspace;
  wanted = { workspace, ids: isSome ? new Set([...before, ...ids]) : 'all' };
  if (isReading) {
    return;
  }
  isReading = true;
  while (wanted !== null) {
    const now: Wanted = wanted;
    wanted = null;
    await readNow(now);
  }
  isReading = false;
}

async function readNow({ workspace, ids }: Wanted): Promise<void> {
  const known = useWorkList.getState();
  try {
    if (ids !== 'all' && ids.size <= pageSize && known.list.kind === 'ready') {
      const page = await call('work.list', { workspace, ids: [...ids], limit: pageSize });
      const others = known.list.workflows.filter(({ id }) => !ids.has(id));
      show(workspace, latestFirst([...page.workflows, ...others]), known.list.findings);
    } else {
      await readAll(workspace, known.workspace !== workspace || known.list.kind !== 'ready');
    }
  } catch (error) {
    const problem = problemOf(error);
    // Without a connection, keep what was read last.
    if (problem.code !== 'disconnected') {
      useWorkList.setState({ workspace, list: { kind: 'failed', problem } });
    }
  }
}

const show = (
  workspace: string,
  workflows: readonly WorkflowSummary[],
  findings: Result<'work.list'>['findings'],
  total = workflows.length,
): void => useWorkList.setState({ workspace, list: { kind: 'ready', workflows, total, findings } });

const latestFirst = (workflows: readonly WorkflowSummary[]): readonly WorkflowSummary[] =>
  workflows.toSorted((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));

/** @param isFirst true if nothing is shown yet, so that a first part is shown while the others are read */
async function readAll(workspace: string, isFirst: boolean): Promise<void> {
  const read = new Map<string, WorkflowSummary>();
  let offset = 0;
  let findings: Result<'work.list'>['findings'] = [];
  for (;;) {
    const limit = offset === 0 ? firstPage : pageSize;
    const page = await call('work.list', { workspace, offset, limit });
    findings = offset === 0 ? page.findings : findings;
    offset += page.workflows.length;
    for (const each of page.workflows) {
      read.set(`${each.where} ${each.id}`, each);
    }
    const isWhole = page.workflows.length === 0 || offset >= page.total;
    if (isWhole || isFirst) {
      show(workspace, latestFirst([...read.values()]), findings, isWhole ? read.size : page.total);
    }
    if (isWhole) {
      return;
    }
  }
}

const followed = ['work.changed'] as const;

export function useFollowWork(workspace: string, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) {
      return;
    }
    const read = (): void => void readWork(workspace);
    if (useWorkList.getState().workspace !== workspace) {
      useWorkList.setState({ workspace, list: { kind: 'loading' } });
    }
    read();
    return together([onIn(workspace, followed, ({ ids }) => void readWork(workspace, ids)), onConnect(read)]);
  }, [workspace, isWanted]);
}

export function useWorkBadge({ id, path }: Workspace, isWanted: boolean) {
  useFollowWork(id, isWanted);
  const list = useWorkList((state) => (state.workspace === id ? state.list : null));
  const workflows = list?.kind === 'ready' ? list.workflows : [];
  const active = workflows.filter(({ where }) => where === 'active').length;
  return {
    count: active === 0 ? null : active,
    mark: workflows.some(needsYou) ? 'Something needs you' : null,
    isListed: useArea('work', path, workflows.length > 0),
  };
}
