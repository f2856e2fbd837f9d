import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { onIn } from '../../api/answers.ts';
import { call, on, onConnect, type Problem, problemOf } from '../../api/connection.ts';

type ArchivedWork = {
  readonly workspace: string | null;
  /** Newest month first. */
  readonly workflows: readonly ArchivedWorkflow[];
  /** Folder of the archives. */
  readonly folder: string;
  /** Problems of the archive's lists. */
  readonly findings: Result<'work.archived'>['findings'];
  readonly problem: Problem | null;
};

const nothing: ArchivedWork = { workspace: null, workflows: [], folder: '', findings: [], problem: null };

/** Latest list of archived workflows. */
export const useArchivedWork = create<ArchivedWork>(() => nothing);

const pageSize = 1000;
let round = {};

async function readArchivedWork(workspace: string): Promise<void> {
  const own = {};
  round = own;
  const isFirst = useArchivedWork.getState().workspace !== workspace;
  try {
    const workflows: ArchivedWorkflow[] = [];
    for (;;) {
      const page = await call('work.archived', { workspace, offset: workflows.length, limit: pageSize });
      if (round !== own) {
        return;
      }
      workflows.push(...page.workflows);
      const isWhole = page.workflows.length === 0 || workflows.length >= page.total;
      if (isFirst || isWhole) {
        useArchivedWork.setState({
          workspace,
          workflows: [...workflows],
          folder: page.folder,
          findings: page.findings,
          problem: null,
        });
      }
      if (isWhole) {
        return;
      }
    }
  } catch (error) {
    if (round === own) {
      useArchivedWork.setState({ ...nothing, workspace, problem: problemOf(error) });
    }
  }
}

/**
 * Reloads the archive if its total changed, or if it holds a changed workflow, now or before: workflows change all the time.
 */
async function readIfOther(workspace: string, ids: readonly string[]): Promise<void> {
  const { workflows } = useArchivedWork.getState();
  const { total } = await call('work.archived', { workspace, limit: 1 });
  if (total !== workflows.length || workflows.some(({ id }) => ids.includes(id))) {
    await readArchivedWork(workspace);
  }
}

const followed = ['work.changed'] as const;

// A type may contain erased text.
on('erase.done', () => useArchivedWork.setState(nothing));

/** Loads it while the view is shown, and reloads it as it changes. */
export function useReadArchivedWork(workspace: string): void {
  useEffect(() => {
    const read = (): void => void readArchivedWork(workspace);
    read();
    const off = together([
      onIn(workspace, followed, ({ ids }) => void readIfOther(workspace, ids).catch(() => undefined)),
      on('erase.done', read),
      onConnect(read),
    ]);
    return () => {
      round = {};
      off();
    };
  }, [workspace]);
}
