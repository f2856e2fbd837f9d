import { Archive, BookOpenText, Keyboard, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '#shared/contract/model.ts';
import type { ContextState } from '../../api/context-store.ts';
import { go, useView, type View } from '../../api/navigation.ts';
import { classNames } from '../../ui/class-names.ts';
import { countInWords } from '../../wording/counts.ts';
import { FollowingState } from './following-state.tsx';
import styles from './rail.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

type RailProps = Readonly<{ workspace: Workspace; context: ContextState; onHelp: () => void; onSwitch: () => void }>;

/** Where one can go; at the bottom of narrow windows. */
export function Rail({ workspace, context, onHelp, onSwitch }: RailProps) {
  const entries = context.kind === 'ready' ? context.summary.entryCount : null;
  const marks = context.kind === 'ready' ? context.summary.marks.new + context.summary.marks.changed : 0;
  return (
    <nav className={styles['rail']} aria-label="Main">
      <div className={styles['workspace']}>
        <WorkspaceMenu workspace={workspace} onSwitch={onSwitch} />
      </div>
      <RailLink view="review" icon={<BookOpenText aria-hidden />} count={entries} marked={marks > 0}>
        Review
      </RailLink>
      <RailLink view="archive" icon={<Archive aria-hidden />} count={null}>
        Archive
      </RailLink>
      <span className={styles['space']} />
      <RailLink view="settings" icon={<Settings aria-hidden />} count={null}>
        Settings
      </RailLink>
      <button type="button" className={classNames(styles['link'], styles['help'])} onClick={onHelp}>
        <Keyboard aria-hidden />
        <span className={styles['name']}>Shortcuts</span>
      </button>
      <FollowingState workspace={workspace} />
    </nav>
  );
}

type RailLinkProps = Readonly<{
  view: View;
  icon: ReactNode;
  children: string;
  count: number | null;
  marked?: boolean;
}>;

function RailLink({ view, icon, children, count, marked }: RailLinkProps) {
  const current = useView((state) => state.view === view);
  return (
    <a
      className={styles['link']}
      href={`#${view}`}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(view);
      }}
    >
      {icon}
      <span className={styles['name']}>{children}</span>
      {marked && <span className={styles['dot']} title="New or changed since you last looked" />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </a>
  );
}
