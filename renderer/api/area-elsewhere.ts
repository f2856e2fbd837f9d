import { useEffect } from 'react';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import type { ViewId } from '#shared/views.ts';
import { useApp, writePreferences } from './app-store.ts';

/** Views of items in the folder of a memory. */
export type AreaId = Extract<ViewId, 'kept' | 'work'>;

/** Another memory that had something to show in a view when it was last open; undefined if none is known. */
export const useAreaElsewhere = (view: AreaId): MemoryPlace | undefined =>
  useApp(({ preferences, recent, stage }) => {
    const path = preferences.areasAt?.[view];
    return stage.kind === 'open' && stage.workspace.path === path ? undefined : recent.find((one) => one.path === path);
  });

/** True if a view has a place on the rail: for agents' work beside this memory, or beside another one that was open. */
export function useArea(view: AreaId, open: string, isHere: boolean): boolean {
  useEffect(() => {
    const { areasAt } = useApp.getState().preferences;
    if (isHere && areasAt?.[view] !== open) {
      void writePreferences({ areasAt: { ...areasAt, [view]: open } });
    }
  }, [view, open, isHere]);
  return useAreaElsewhere(view) !== undefined || isHere;
}
