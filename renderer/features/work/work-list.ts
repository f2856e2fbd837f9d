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

type Page<W> = {
  readonly workflows: readonly W[];
  readonly total: number;
  /** Problems of the files beside them. */
  readonly findings?: Result<'work.list'>['findings'];
  readonly folder?: string;
};

type WorkList<W> = Required<Page<W>> & {
  readonly workspace: string | null;
  readonly isRead: boolean;
  readonly problem: Problem | null;
};

type Source<W> = {
  readonly ask: (params: { workspace: string; offset: number; limit: number }) => Promise<Page<W>>;
  /** Size of the first page, which is shown while the others are read. */
  readonly firstPage: number;
  readonly pageSize: number;
  readonly keyOf: (workflow: W) => string;
  /** List after some workflows changed; null if it has to be read again. */
  readonly refresh?: (list: WorkList<W>, ids: readonly string[]) => Promise<readonly W[] | null>;
  /** Calls back on changes, with the ids of the workflows that changed if they are known. Returns the unsubscribes. */
  readonly subscribe: (workspace: string, read: (ids?: readonly string[]) => void) => readonly (() => void)[];
};

const nothing = { workspace: null, workflows: [], total: 0, findings: [], folder: '', isRead: false, problem: null };

/** Keeps the list of a source while it is followed, and afterwards for when it is shown again. */
export function createWorkList<W>(source: Source<W>) {
  const use = create<WorkList<W>>(() => nothing);
  /** Changed since the current read began: agents may write faster than their list is read. */
  let changed: ReadonlySet<string> | 'all' | null = null;
  let current: object | null = null;

  async function read(workspace: string, ids?: readonly string[]): Promise<void> {
    if (use.getState().workspace !== workspace) {
      forget();
      use.setState({ workspace });
    }
    const isSome = ids !== undefined && changed !== 'all' && use.getState().isRead;
    changed = isSome ? new Set([...(changed ?? []), ...ids]) : 'all';
    if (current !== null) {
      return;
    }
    const round = {};
    current = round;
    const isOver = (): boolean => current !== round;
    while (changed !== null && !isOver()) {
      const now: ReadonlySet<string> | 'all' = changed;
      changed = null;
      try {
        await readNow(workspace, now, isOver);
      } catch (error) {
        const problem = problemOf(error);
        // Without a connection, keep what was read last.
        if (!isOver() && problem.code !== 'disconnected') {
          use.setState({ problem });
        }
      }
    }
    if (!isOver()) {
      current = null;
    }
  }

  async function readNow(workspace: string, ids: ReadonlySet<string> | 'all', isOver: () => boolean): Promise<void> {
    const previous = use.getState();
    const workflows = ids === 'all' ? null : await source.refresh?.(previous, [...ids]);
    if (workflows && !isOver()) {
      use.setState({ workflows, total: workflows.length, problem: null });
    } else if (!isOver()) {
      await readAll(workspace, !previous.isRead, isOver);
    }
  }

  /** @param isFirst true if nothing is shown yet, so that pages are shown as they come */
  async function readAll(workspace: string, isFirst: boolean, isOver: () => boolean): Promise<void> {
    const byKey = new Map<string, W>();
    let { findings, folder } = nothing as WorkList<W>;
    for (let offset = 0; ; ) {
      const page = await source.ask({ workspace, offset, limit: offset === 0 ? source.firstPage : source.pageSize });
      if (isOver()) {
        return;
      }
      findings = offset === 0 ? (page.findings ?? findings) : findings;
      folder = page.folder ?? folder;
      offset += page.workflows.length;
      for (const each of page.workflows) {
        byKey.set(source.keyOf(each), each);
      }
      const isWhole = page.workflows.length === 0 || offset >= page.total;
      if (isWhole || isFirst) {
        const workflows = [...byKey.values()];
        const total = isWhole ? workflows.length : page.total;
        use.setState({ workflows, total, findings, folder, isRead: true, problem: null });
      }
      if (isWhole) {
        return;
      }
    }
  }

  function stop(): void {
    current = null;
    changed = null;
  }

  function forget(): void {
    stop();
    use.setState(nothing);
  }

  return {
    /** List of a workspace, without anything while that isn't followed. */
    useOf: (workspace: string): WorkList<W> => use((list) => (list.workspace === workspace ? list : nothing)),
    read,
    forget,
    /** Reads the list, and again when it changes. Returns the way to end that. */
    follow(workspace: string): () => void {
      const readAgain = (ids?: readonly string[]): void => void read(workspace, ids);
      readAgain();
      return together([stop, ...source.subscribe(workspace, readAgain), onConnect(() => readAgain())]);
    },
  };
}

/** Follows a list while it is wanted. */
export const useFollow = (follow: (workspace: string) => () => void, workspace: string, isWanted = true): void =>
  useEffect(() => (isWanted ? follow(workspace) : undefined), [follow, workspace, isWanted]);

const pageSize = 1000;

/** Workflows of a workspace, the most recently changed first. */
export const ownWork = createWorkList<WorkflowSummary>({
  ask: (params) => call('work.list', params),
  firstPage: 100,
  pageSize,
  keyOf: ({ where, id }) => `${where} ${id}`,
  refresh: async ({ workspace, workflows }, ids) => {
    if (workspace === null || ids.length > pageSize) {
      return null;
    }
    const page = await call('work.list', { workspace, ids: [...ids], limit: pageSize });
    const others = workflows.filter(({ id }) => !ids.includes(id));
    return [...page.workflows, ...others].sort(
      (one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1),
    );
  },
  subscribe: (workspace, read) => [onIn(workspace, ['work.changed'], ({ ids }) => read(ids))],
});

export function useWorkBadge({ id, path }: Workspace, isWanted: boolean) {
  useFollow(ownWork.follow, id, isWanted);
  const { workflows } = ownWork.useOf(id);
  const active = workflows.filter(({ where }) => where === 'active').length;
  return {
    count: active === 0 ? null : active,
    mark: workflows.some(needsYou) ? 'Something needs you' : null,
    isListed: useArea('work', path, workflows.length > 0),
  };
}
