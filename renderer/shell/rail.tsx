import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { loadPart } from '../api/connection.ts';
import { loadedPart } from '../api/loaded-part.tsx';
import { runFirst, useCommands } from '../services/commands/use-commands.ts';
import { drawnLater } from '../ui/later.tsx';
import { narrowWindow, useMedia } from '../ui/use-media.ts';
import type { PageProps, PageView } from '../view.tsx';
import { FollowingState } from './following-state.tsx';
import { HelpButton } from './help/help-button.tsx';
import styles from './rail.module.css';
import { badgeOf, RailLink, useBadges } from './rail-link.tsx';
import { WorkspaceButton } from './workspace-button.tsx';

export const loadNarrowRail = () => loadPart(() => import('./narrow-rail.tsx'));
const NarrowRail = loadedPart(loadNarrowRail, 'NarrowRail', <nav className={styles['rail']} aria-label="Main" />);

const HelpMenu = drawnLater<object>(
  () => loadPart(() => import('./help/help-menu.tsx')).then((module) => module.HelpMenu),
  ({ press }) => <HelpButton aria-haspopup="menu" {...press} />,
);

const WorkspaceMenu = drawnLater<{ readonly workspace: Workspace }>(
  () => loadPart(() => import('./workspace-menu.tsx')).then((module) => module.WorkspaceMenu),
  ({ workspace, press }) => {
    useCommands((command) => runFirst(command, { switch: press.onClick }));
    return <WorkspaceButton name={workspace.name} aria-haspopup="menu" {...press} />;
  },
);

type RailProps = PageProps & Readonly<{ views: readonly PageView[]; shown: PageView | undefined }>;

export function Rail({ views, shown, workspace, context }: RailProps) {
  const isNarrow = useMedia(narrowWindow);
  const badges = useBadges({ workspace, context }, shown);
  const link = (view: PageView) => (
    <RailLink key={view.id} view={view} badge={badgeOf(badges, view)} isShown={view === shown} />
  );
  const of = (...groups: readonly PageView['group'][]) => views.filter(({ group }) => groups.includes(group)).map(link);
  if (isNarrow) {
    return <NarrowRail workspace={workspace} views={views} shown={shown} badges={badges} />;
  }
  return (
    <nav className={styles['rail']} aria-label="Main">
      {of('all')}
      <div role="group" aria-label="Memory" className={styles['group']}>
        <span className={styles['heading']} aria-hidden>
          Memory
        </span>
        <WorkspaceMenu workspace={workspace} />
        {of('memory')}
      </div>
      <div className={styles['group']}>{of('agents')}</div>
      <span className="grow" />
      {of('app')}
      <HelpMenu />
      <FollowingState workspace={workspace} />
    </nav>
  );
}
