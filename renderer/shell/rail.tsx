import { Archive, BookOpenText, Bot, FileText, History, Keyboard, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { type ContextState, isOtherFormat, nothingWasRead } from '../api/context-store.ts';
import { go, type View } from '../api/navigation.ts';
import { useArchivedCount } from '../features/archive/use-archive-files.ts';
import { useEditorDirty } from '../features/editor/editor-store.ts';
import { markedIn } from '../features/review/triage.ts';
import { classNames } from '../ui/class-names.ts';
import { countInWords } from '../wording/counts.ts';
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
  const marks = summary ? markedIn(summary) : 0;
  const unsaved = useEditorDirty();
  const archived = useArchivedCount(workspace.id, view === 'archive');
  return (
    <nav className={styles['rail']} aria-label="Main">
      <div className={styles['workspace']}>
        <WorkspaceMenu workspace={workspace} onSwitch={onSwitch} />
      </div>
      <RailLink
        to="review"
        view={view}
        icon={<BookOpenText aria-hidden />}
        count={entries}
        mark={marks > 0 ? 'New or changed since you last looked' : null}
      >
        Review
      </RailLink>
      {!(summary && isOtherFormat(summary)) && (
        <RailLink to="archive" view={view} icon={<Archive aria-hidden />} count={archived}>
          Archive
        </RailLink>
      )}
      <RailLink
        to="editor"
        view={view}
        icon={<FileText aria-hidden />}
        count={null}
        mark={unsaved ? 'Not saved yet' : null}
      >
        Editor
      </RailLink>
      <RailLink to="history" view={view} icon={<History aria-hidden />} count={null}>
        History
      </RailLink>
      <RailLink to="assistant" view={view} icon={<Bot aria-hidden />} count={null}>
        Assistant
      </RailLink>
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
  /** What a dot beside it says. */
  mark?: string | null;
}>;

function RailLink({ to, view, icon, children, count, mark }: RailLinkProps) {
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
      {mark && <span className={styles['dot']} role="img" aria-label={mark} title={mark} />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </a>
  );
}
