import { useEffect } from 'react';
import { attempt } from '../../services/notices.ts';
import type { KeptList } from './kept-list.ts';
import { markKeptSeen } from './kept-store.ts';

/** What is there when the person first looks is no news; what comes after that is. */
export function useFirstLook(workspace: string, list: KeptList): void {
  const isFirst = list.kind === 'ready' && !list.looked;
  useEffect(() => {
    if (isFirst) {
      attempt(markKeptSeen(workspace));
    }
  }, [workspace, isFirst]);
}
