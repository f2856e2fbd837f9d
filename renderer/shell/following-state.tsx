import { useEffect, useRef } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useConnection } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { announce } from '../ui/announcer.tsx';
import { useLater } from '../ui/later.tsx';
import { momentInWords } from '../wording/dates.ts';
import followingStateStyles from './following-state.module.css';

/** Tells whether the page shows the present content of the file. */
export function FollowingState({ workspace }: Readonly<{ workspace: Workspace }>) {
  const connection = useConnection();
  const modifiedAt = useContextStore((state) => (state.kind === 'ready' ? state.summary.modifiedAt : null));
  const status = useContextStore((state) => (state.kind === 'ready' ? state.summary.status : null));
  const following = connection.kind === 'following';
  const word = !following ? 'Reconnecting…' : status === 'unreadable' ? 'Can’t be read' : 'Live';
  const announced = useRef(following);
  useEffect(() => {
    if (announced.current !== following) {
      announced.current = following;
      announce(following ? 'Connected again.' : 'The connection is gone. Reconnecting.');
    }
  }, [following]);
  const later = useLater();
  const title = following
    ? `Changes to ${workspace.contextPath} appear here at once.${later && modifiedAt ? ` Last change: ${momentInWords(modifiedAt)}.` : ''}`
    : 'Contexture is not reachable. What you see is what was read last.';
  return (
    <p
      className={followingStateStyles['state']}
      data-following={(following && status !== 'unreadable') || undefined}
      title={title}
    >
      <span className={followingStateStyles['dot']} aria-hidden />
      <span>{word}</span>
    </p>
  );
}
