import { Archive, BookOpenText, Keyboard, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '#shared/contract/model.ts';
import { type ContextState, isOtherFormat, nothingWasRead } from '../../api/context-store.ts';
import { go, type View } from '../../api/navigation.ts';
import { classNames } from '../../ui/class-names.ts';
import { countInWords } from '../../wording/counts.ts';
import { useArchivedCount } from '../archive/use-archive-files.ts';
import { FollowingState } from './following-state.tsx';
import styles from './rail.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

type RailProps = Readonly<{
  view: View;
  workspace: Workspace;
  context: ContextState;
  onHelp: () => void;
  onSwitch: () => void;
}>;

/** Where one can go; at the bottom of narrow windows. */
export function Rail({ view, workspace, context, onHelp, onSwitch }: RailProps) {
  const summary = context.kind === 'ready' ? context.summary : null;
  const entries = summary && !nothingWasRead(summary) ? summary.entryCount : null;
  const marks = summary ? summary.marks.new + summary.marks.changed : 0;
  const archived = useArchivedCount(workspace.id, view === 'archive');
  return (
    <nav className={styles['rail']} aria-label="Main">
      <div className={styles['workspace']}>
        <WorkspaceMenu workspace={workspace} onSwitch={onSwitch} />
      </div>
      <RailLink to="review" view={view} icon={<BookOpenText aria-hidden />} count={entries} marked={marks > 0}>
        Review
      </RailLink>
      {!(summary && isOtherFormat(summary)) && (
        <RailLink to="archive" view={view} icon={<Archive aria-hidden />} count={archived}>
          Archive
        </RailLink>
      )}
      <span className={styles['space']} />
      <RailLink to="settings" view={view} icon={<Settings aria-hidden />} count={null}>
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
  to: View;
  /** The view that is shown. */
  view: View;
  icon: ReactNode;
  children: string;
  count: number | null;
  marked?: boolean;
}>;

function RailLink({ to, view, icon, children, count, marked }: RailLinkProps) {
  return (
    <a
      className={styles['link']}
      href={`#${to}`}
      aria-current={to === view ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {icon}
      <span className={styles['name']}>{children}</span>
      {marked && <span className={styles['dot']} title="New or changed since you last looked" />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </a>
  );
}
