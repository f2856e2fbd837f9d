import { Menu } from '@base-ui/react/menu';
import { BookOpen, CircleHelp, Keyboard } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { helpPages } from '#shared/help-pages.ts';
import { loadPart } from '../api/connection.ts';
import { layers } from '../ui/layers.tsx';
import menu from '../ui/menu.module.css';
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
const NarrowRail = lazy(() => loadNarrowRail().then((module) => ({ default: module.NarrowRail })));

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
    return (
      <Suspense fallback={<nav className={styles['rail']} aria-label="Main" />}>
        <NarrowRail workspace={workspace} views={views} shown={shown} badges={badges} />
      </Suspense>
    );
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
      <Menu.Portal container={layers}>
        <Menu.Positioner className={menu['positioner'] ?? ''} side="right" align="end" sideOffset={4}>
          <Menu.Popup className={menu['popup'] ?? ''}>
            <Menu.Item className={menu['item'] ?? ''} onClick={() => showHelp('shortcuts')}>
              <Keyboard aria-hidden />
              <span className="grow">Keyboard shortcuts</span>
            </Menu.Item>
            <Menu.Separator className={menu['separator'] ?? ''} />
            {helpPages.map(({ id, title }) => (
              <Menu.Item key={id} className={menu['item'] ?? ''} onClick={() => showHelp(id)}>
                <BookOpen aria-hidden />
                <span className="grow">{title}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
