import { useEffect } from 'react';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import type { ViewId } from '#shared/views.ts';
import { useApp, writePreferences } from './app-store.ts';

/** Views of what lies in the folder of a memory. */
export type AreaId = Extract<ViewId, 'kept' | 'work'>;

/** Another memory that had something to show in a view when it was open last; undefined where none is known. */
export const useAreaElsewhere = (view: AreaId): MemoryPlace | undefined =>
  useApp(({ preferences, recent, stage }) => {
    const path = preferences.areasAt?.[view];
    return stage.kind === 'open' && stage.workspace.path === path ? undefined : recent.find((one) => one.path === path);
  });

/**
 * Whether a view has its place on the rail: who opens another memory still finds the way to what agents do beside this one.
 * @param isHere whether the memory that is open has something to show in it
 */
export function useArea(view: AreaId, open: string, isHere: boolean): boolean {
  useEffect(() => {
    const { areasAt } = useApp.getState().preferences;
    if (isHere && areasAt?.[view] !== open) {
      void writePreferences({ areasAt: { ...areasAt, [view]: open } });
    }
  }, [view, open, isHere]);
  return useAreaElsewhere(view) !== undefined || isHere;
}
