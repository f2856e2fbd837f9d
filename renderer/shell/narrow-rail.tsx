import { Menu } from '@base-ui/react/menu';
import { CircleHelp, Ellipsis, Keyboard } from 'lucide-react';
import type { ViewId } from '#shared/views.ts';
import { go } from '../api/navigation.ts';
import { carryOutOne, useCommands } from '../services/commands/use-commands.ts';
import { useLeadingMenu } from '../ui/keep-focus.ts';
import { layers } from '../ui/layers.tsx';
import menu from '../ui/menu.module.css';
import { VisibleText } from '../ui/visible-text.tsx';
import type { PageProps, View } from '../view.tsx';
import { views as allViews } from '../views.ts';
import { countInWords } from '../wording/counts.ts';
import { FollowingState } from './following-state.tsx';
import { showHelp } from './help/help.tsx';
import styles from './rail.module.css';
import { RailLink, type RailLinkProps, type RailProps } from './rail-link.tsx';

/** The bar at the bottom of narrow windows: a few tabs, and more behind the last of them. */
export function NarrowRail({ views, shown, ...given }: RailProps) {
  const listed = useListed(given, shown);
  const tabs = tabsOf(views.filter((view) => listed.has(view.id) || view === shown));
  return (
    <nav className={styles['rail']} aria-label="Main">
      {tabs.map((view) => (
        <RailLink key={view.id} view={view} isShown={view === shown} {...given} />
      ))}
      <More views={views.filter((view) => !tabs.includes(view))} shown={shown} {...given} />
    </nav>
  );
}

/** Where there is something to go to. */
function useListed(given: PageProps, shown: View | undefined): ReadonlySet<ViewId> {
  const listed = new Set<ViewId>();
  for (const view of allViews) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the same views in the same order each time, available or not.
    const { isListed } = view.useBadge({ ...given, isShown: view === shown });
    if (isListed) {
      listed.add(view.id);
    }
  }
  return listed;
}

/** The tabs, and in the place of one that there is nothing in, another view of what agents do. */
function tabsOf(listed: readonly View[]): readonly View[] {
  const tabs = listed.filter(({ isTab }) => isTab === true);
  return tabs.some(({ group }) => group === 'agents')
    ? tabs
    : [...tabs, ...listed.filter(({ group }) => group === 'agents').slice(-1)];
}

/** What a narrow window has no room for. */
function More({ views, shown, ...given }: RailProps) {
  const current = views.find((view) => view === shown);
  const { root, popup, leadOn } = useLeadingMenu();
  // All memories are there.
  useCommands((command) => carryOutOne(command, { switch: () => go('home') }));
  return (
    <Menu.Root {...root}>
      <Menu.Trigger className={styles['link'] ?? ''} data-current={current && ''}>
        <Ellipsis aria-hidden />
        <span className={styles['name']}>More</span>
        {views.map((view) => (
          <MoreDot key={view.id} view={view} isShown={view === shown} {...given} />
        ))}
      </Menu.Trigger>
      <Menu.Portal container={layers}>
        <Menu.Positioner className={menu['positioner'] ?? ''} align="end" sideOffset={4}>
          <Menu.Popup className={menu['popup'] ?? ''} {...popup}>
            <div className={menu['label']}>
              <VisibleText text={given.workspace.name} />
            </div>
            {views.map((view) => (
              <MoreItem key={view.id} view={view} isShown={view === shown} leadOn={leadOn} {...given} />
            ))}
            <Menu.Item className={menu['item'] ?? ''} onClick={() => showHelp('shortcuts')}>
              <Keyboard aria-hidden />
              <span className="grow">Shortcuts</span>
            </Menu.Item>
            <Menu.Item className={menu['item'] ?? ''} onClick={() => showHelp('using')}>
              <CircleHelp aria-hidden />
              <span className="grow">Help</span>
            </Menu.Item>
            <Menu.Separator className={menu['separator'] ?? ''} />
            <FollowingState workspace={given.workspace} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The marks of what is behind it are seen from outside. */
function MoreDot({ view, ...given }: RailLinkProps) {
  const { mark } = view.useBadge(given);
  return mark && <span className={styles['dot']} role="img" aria-label={`${view.title}: ${mark}`} />;
}

function MoreItem({ view, leadOn, ...given }: RailLinkProps & Readonly<{ leadOn: () => void }>) {
  const { id, title, icon: Icon } = view;
  const { count, mark, isListed } = view.useBadge(given);
  if (!isListed && !given.isShown) {
    return null;
  }
  return (
    <Menu.Item
      className={menu['item'] ?? ''}
      aria-current={given.isShown ? 'page' : undefined}
      onClick={() => {
        leadOn();
        go(id);
      }}
    >
      <Icon aria-hidden />
      <span className="grow">{title}</span>
      {mark && <span className={styles['dot']} role="img" aria-label={mark} />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </Menu.Item>
  );
}
