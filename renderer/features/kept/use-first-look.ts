import { useEffect } from 'react';
import { attempt } from '../../services/notices.ts';
import type { KeptList } from './kept-list.ts';
import { markKeptSeen } from './kept-store.ts';

/** Marks everything as seen at the person's first look; only later changes are news. */
export function useFirstLook(workspace: string, list: KeptList): void {
  const isFirst = list.kind === 'ready' && !list.looked;
  useEffect(() => {
    if (isFirst) {
      attempt(markKeptSeen(workspace));
    }
  }, [workspace, isFirst]);
}
