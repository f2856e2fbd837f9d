import { Menu } from '@base-ui/react/menu';
import { BookOpen, CircleHelp, Keyboard } from 'lucide-react';
import { helpPages } from '#shared/help-pages.ts';
import { loadPart } from '../api/connection.ts';
import { loadedPart } from '../api/loaded-part.tsx';
import { MenuItems, MenuLayer, MenuLine } from '../ui/menu.tsx';
import { useMedia } from '../ui/use-media.ts';
import type { PageProps, View } from '../view.tsx';
import { FollowingState } from './following-state.tsx';
import { showHelp } from './help/help.tsx';
import { narrowWindow } from './narrow-window.ts';
import styles from './rail.module.css';
import { RailLink } from './rail-link.tsx';
import { badgeOf, useBadges } from './use-badges.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

export const loadNarrowRail = () => loadPart(() => import('./narrow-rail.tsx'));
const NarrowRail = loadedPart(loadNarrowRail, 'NarrowRail', <nav className={styles['rail']} aria-label="Main" />);

type RailProps = PageProps & Readonly<{ views: readonly View[]; shown: View | undefined }>;

/** Navigation between views. */
export function Rail({ views, shown, workspace, context }: RailProps) {
  const isNarrow = useMedia(narrowWindow);
  const badges = useBadges({ workspace, context }, shown);
  const link = (view: View) => (
    <RailLink key={view.id} view={view} badge={badgeOf(badges, view)} isShown={view === shown} />
  );
  const of = (...groups: readonly View['group'][]) => views.filter(({ group }) => groups.includes(group)).map(link);
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

/** The keys, and the pages of docs/. */
function HelpMenu() {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles['link'] ?? ''}>
        <CircleHelp aria-hidden />
        <span className={styles['name']}>Help</span>
      </Menu.Trigger>
      <MenuLayer side="right" align="end">
        <MenuItems items={[{ name: 'Keyboard shortcuts', icon: Keyboard, onPick: () => showHelp('shortcuts') }]} />
        <MenuLine />
        <MenuItems
          items={helpPages.map(({ id, title }) => ({ name: title, icon: BookOpen, onPick: () => showHelp(id) }))}
        />
      </MenuLayer>
    </Menu.Root>
  );
}
