import { useCallback } from 'react';
import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { onIn } from '../../api/answers.ts';
import { call, on } from '../../api/connection.ts';
import { useWatchWhileSeen } from '../../api/watch-while-seen.ts';
import { createWorkList, useFollow } from './work-list.ts';

export const foreignWork = createWorkList<ForeignWorkflow>({
  ask: (params) => call('foreignWork.list', params),
  firstPage: 30,
  pageSize: 200,
  keyOf: ({ id }) => id,
  subscribe: (workspace, read) => [
    onIn(workspace, ['foreignWork.changed'], () => read()),
    on('conversations.changed', () => read()),
    on('erase.done', () => read()),
  ],
});

/** Archived workflows, the newest month first. */
export const archivedWork = createWorkList<ArchivedWorkflow>({
  ask: (params) => call('work.archived', params),
  firstPage: 1000,
  pageSize: 1000,
  keyOf: ({ month, id }) => `${month} ${id}`,
  // Workflows change all the time, the archive seldom.
  refresh: async ({ workspace, workflows }, ids) => {
    const { total } = await call('work.archived', { workspace: workspace ?? '', limit: 1 });
    return total === workflows.length && !workflows.some(({ id }) => ids.includes(id)) ? workflows : null;
  },
  subscribe: (workspace, read) => [
    onIn(workspace, ['work.changed'], ({ ids }) => read(ids)),
    on('erase.done', () => read()),
  ],
});

// Names of workflows and their types may contain erased text.
on('erase.done', () => {
  foreignWork.forget();
  archivedWork.forget();
});

/** Keeps foreign and archived workflows up to date while the view is shown. */
export function useForeignAndArchivedWork(workspace: string): void {
  useFollow(foreignWork.follow, workspace);
  useFollow(archivedWork.follow, workspace);
  useWatchWhileSeen(useCallback((isOn: boolean) => call('foreignWork.watch', { workspace, on: isOn }), [workspace]));
}
