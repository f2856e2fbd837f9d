import { Keyboard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useConnection } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { go } from '../api/navigation.ts';
import { announce } from '../ui/announcer.tsx';
import { classNames } from '../ui/class-names.ts';
import { useLater } from '../ui/later.tsx';
import type { BadgeProps, PageProps, View } from '../view.tsx';
import { countInWords } from '../wording/counts.ts';
import { momentInWords } from '../wording/dates.ts';
import followingStateStyles from './following-state.module.css';
import styles from './rail.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

type RailProps = PageProps &
  Readonly<{ views: readonly View[]; shown: View | undefined; onHelp: () => void; onSwitch: () => void }>;

/** Where one can go; at the bottom of narrow windows. */
export function Rail({ views, shown, workspace, context, onHelp, onSwitch }: RailProps) {
  const link = (view: View) => (
    <RailLink key={view.id} view={view} workspace={workspace} context={context} isShown={view === shown} />
  );
  return (
    <nav className={styles['rail']} aria-label="Main">
      <div className={styles['workspace']}>
        <WorkspaceMenu workspace={workspace} onSwitch={onSwitch} />
      </div>
      {views.filter(({ isApart }) => isApart !== true).map(link)}
      <span className={styles['space']} />
      {views.filter(({ isApart }) => isApart === true).map(link)}
      <button type="button" className={classNames(styles['link'], styles['help'])} onClick={onHelp}>
        <Keyboard aria-hidden />
        <span className={styles['name']}>Shortcuts</span>
      </button>
      <FollowingState workspace={workspace} />
    </nav>
  );
}

function RailLink({ view, ...given }: BadgeProps & Readonly<{ view: View }>) {
  const { id, title, icon: Icon } = view;
  const { count, mark } = view.useBadge(given);
  return (
    <a
      className={styles['link']}
      href={`#${id}`}
      aria-current={given.isShown ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(id);
      }}
    >
      <Icon aria-hidden />
      <span className={styles['name']}>{title}</span>
      {mark && <span className={styles['dot']} role="img" aria-label={mark} title={mark} />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </a>
  );
}

/** Whether what is shown is what stands in the file this moment. */
function FollowingState({ workspace }: Readonly<{ workspace: Workspace }>) {
  const connection = useConnection();
  const modifiedAt = useContextStore((state) => (state.kind === 'ready' ? state.summary.modifiedAt : null));
  const status = useContextStore((state) => (state.kind === 'ready' ? state.summary.status : null));
  const following = connection.kind === 'following';
  const word = !following ? 'Reconnecting…' : status === 'unreadable' ? 'Can’t be read' : 'Live';
  const said = useRef(following);
  useEffect(() => {
    if (said.current !== following) {
      said.current = following;
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
      <span className={followingStateStyles['word']}>{word}</span>
    </p>
  );
}
