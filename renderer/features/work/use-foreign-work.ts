import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect, type Problem, problemOf } from '../../api/connection.ts';
import { useWatchWhileSeen } from '../../api/watch-while-seen.ts';

type ForeignWork = {
  readonly workspace: string | null;
  readonly workflows: readonly ForeignWorkflow[];
  readonly problem: Problem | null;
};

/** Latest list of other programs' workflows, available at once when the view is shown again. */
export const useForeignWork = create<ForeignWork>(() => ({ workspace: null, workflows: [], problem: null }));

const firstPage = 30;
const pageSize = 200;
let round = {};

async function readForeignWork(workspace: string): Promise<void> {
  const own = {};
  round = own;
  const isFirst = useForeignWork.getState().workspace !== workspace;
  if (isFirst) {
    useForeignWork.setState({ workspace, workflows: [], problem: null });
  }
  try {
    const workflows: ForeignWorkflow[] = [];
    for (;;) {
      const limit = workflows.length === 0 ? firstPage : pageSize;
      const page = await call('foreignWork.list', { workspace, offset: workflows.length, limit });
      if (round !== own) {
        return;
      }
      workflows.push(...page.workflows);
      const isWhole = page.workflows.length === 0 || workflows.length >= page.total;
      if (isFirst || isWhole) {
        useForeignWork.setState({ workspace, workflows: [...workflows], problem: null });
      }
      if (isWhole) {
        return;
      }
    }
  } catch (error) {
    if (round === own) {
      useForeignWork.setState({ workspace, problem: problemOf(error) });
    }
  }
}

// A name may contain erased text.
on('erase.done', () => useForeignWork.setState({ workspace: null, workflows: [], problem: null }));

/** Loads them while the view is shown, and again when one of their programs or another page changes something. */
export function useReadForeignWork(workspace: string): void {
  useEffect(() => {
    const read = (): void => void readForeignWork(workspace);
    read();
    const off = together([
      on('conversations.changed', read),
      on('foreignWork.changed', (event) => (event.workspace === workspace ? read() : undefined)),
      on('erase.done', read),
      onConnect(read),
    ]);
    return () => {
      round = {};
      off();
    };
  }, [workspace]);
  useWatchWhileSeen(useCallback((on: boolean) => call('foreignWork.watch', { workspace, on }), [workspace]));
}
