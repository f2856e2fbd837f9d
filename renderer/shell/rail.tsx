import { Keyboard } from 'lucide-react';
import { go } from '../api/navigation.ts';
import { classNames } from '../ui/class-names.ts';
import type { BadgeProps, PageProps, View } from '../view.tsx';
import { countInWords } from '../wording/counts.ts';
import { FollowingState } from './following-state.tsx';
import styles from './rail.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

type RailProps = PageProps &
  Readonly<{
    views: readonly View[];
    shown: View | undefined;
    onHelp: () => void;
    onSwitch: () => void;
  }>;

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
