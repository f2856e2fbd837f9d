import { Menu } from '@base-ui/react/menu';
import { CircleHelp, Ellipsis, Keyboard } from 'lucide-react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { go } from '../api/navigation.ts';
import { runFirst, useCommands } from '../services/commands/use-commands.ts';
import { useLeadingMenu } from '../ui/keep-focus.ts';
import menu from '../ui/menu.module.css';
import { MenuItems, MenuLayer, MenuLine } from '../ui/menu.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { PageView } from '../view.tsx';
import { countInWords } from '../wording/counts.ts';
import { FollowingState } from './following-state.tsx';
import { showHelp } from './help/help.tsx';
import styles from './rail.module.css';
import { type Badges, badgeOf, RailLink, type RailLinkProps } from './rail-link.tsx';

type NarrowRailProps = Readonly<{
  workspace: Workspace;
  views: readonly PageView[];
  shown: PageView | undefined;
  badges: Badges;
}>;

/** The bar at the bottom of narrow windows: a few tabs, and more behind the last of them. */
export function NarrowRail({ views, ...given }: NarrowRailProps) {
  const { shown, badges } = given;
  const tabs = tabsOf(views.filter((view) => badgeOf(badges, view).isListed || view === shown));
  return (
    <nav className={styles['rail']} aria-label="Main">
      {tabs.map((view) => (
        <RailLink key={view.id} view={view} badge={badgeOf(badges, view)} isShown={view === shown} />
      ))}
      <More views={views.filter((view) => !tabs.includes(view))} {...given} />
    </nav>
  );
}

/** Tabs of the bar; an empty one is replaced by another view of agents' work. */
function tabsOf(listed: readonly PageView[]): readonly PageView[] {
  const tabs = listed.filter(({ isTab }) => isTab === true);
  return tabs.some(({ group }) => group === 'agents')
    ? tabs
    : [...tabs, ...listed.filter(({ group }) => group === 'agents').slice(-1)];
}

function More({ workspace, views, shown, badges }: NarrowRailProps) {
  const current = views.find((view) => view === shown);
  const { root, popup, leadOn } = useLeadingMenu();
  // Home lists all memories.
  useCommands((command) => runFirst(command, { switch: () => go('home') }));
  return (
    <Menu.Root {...root}>
      <Menu.Trigger className={styles['link'] ?? ''} data-current={current && ''}>
        <Ellipsis aria-hidden />
        <span className={styles['name']}>More</span>
        {views.map((view) => (
          <MoreDot key={view.id} title={view.title} mark={badgeOf(badges, view).mark} />
        ))}
      </Menu.Trigger>
      <MenuLayer align="end" {...popup}>
        <VisibleText as="div" className={menu['label']} text={workspace.name} />
        {views.map((view) => (
          <MoreItem key={view.id} view={view} badge={badgeOf(badges, view)} isShown={view === shown} leadOn={leadOn} />
        ))}
        <MenuItems
          items={[
            { name: 'Shortcuts', icon: Keyboard, onPick: () => showHelp('shortcuts') },
            { name: 'Help', icon: CircleHelp, onPick: () => showHelp('using') },
          ]}
        />
        <MenuLine />
        <FollowingState workspace={workspace} />
      </MenuLayer>
    </Menu.Root>
  );
}

/** Marks of the items inside are visible from outside. */
const MoreDot = ({ title, mark }: Readonly<{ title: string; mark: string | null }>) =>
  mark && <span className={styles['dot']} role="img" aria-label={`${title}: ${mark}`} />;

type MoreItemProps = RailLinkProps & Readonly<{ leadOn: () => void }>;

function MoreItem({ view, badge: { count, mark, isListed }, isShown, leadOn }: MoreItemProps) {
  const { id, title, icon: Icon } = view;
  if (!isListed && !isShown) {
    return null;
  }
  return (
    <Menu.Item
      className={menu['item'] ?? ''}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => {
        leadOn();
        go(id);
      }}
    >
      <Icon aria-hidden />
      <span className="grow">{title}</span>
      {mark && <span className={styles['dot']} role="img" aria-label={mark} />}
      {count !== null && <span className="count">{countInWords(count)}</span>}
    </Menu.Item>
  );
}
