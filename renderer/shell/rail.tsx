import { Menu } from '@base-ui/react/menu';
import { BookOpen, CircleHelp, Ellipsis, Keyboard, NotebookText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { helpPages } from '#shared/help-pages.ts';
import { useApp, writePreferences } from '../api/app-store.ts';
import { useConnection } from '../api/connection.ts';
import { useContextStore } from '../api/context-store.ts';
import { follow, go } from '../api/navigation.ts';
import { carryOutOne, useCommands } from '../services/commands/use-commands.ts';
import { announce } from '../ui/announcer.tsx';
import { useLeadingMenu } from '../ui/keep-focus.ts';
import { useLater } from '../ui/later.tsx';
import { layers } from '../ui/layers.tsx';
import menu from '../ui/menu.module.css';
import { useMedia } from '../ui/use-media.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { BadgeProps, PageProps, View } from '../view.tsx';
import { countInWords } from '../wording/counts.ts';
import { momentInWords } from '../wording/dates.ts';
import followingStateStyles from './following-state.module.css';
import { showHelp } from './help/help.tsx';
import styles from './rail.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

type RailProps = PageProps & Readonly<{ views: readonly View[]; shown: View | undefined }>;

/** Below this width the rail is a bar at the bottom. */
const narrow = '(max-width: 719.98px)';

/** Where one can go; a few tabs at the bottom of narrow windows, and more behind the last of them. */
export function Rail({ views, shown, workspace, context }: RailProps) {
  const isNarrow = useMedia(narrow);
  const link = (view: View) => (
    <RailLink key={view.id} view={view} workspace={workspace} context={context} isShown={view === shown} />
  );
  const of = (...groups: readonly View['group'][]) => views.filter(({ group }) => groups.includes(group)).map(link);
  if (isNarrow) {
    const behind = views.filter(({ isTab }) => isTab !== true);
    return (
      <nav className={styles['rail']} aria-label="Main">
        {views.filter(({ isTab }) => isTab === true).map(link)}
        <More views={behind} shown={shown} workspace={workspace} context={context} />
      </nav>
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
      <span className={styles['space']} />
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

type RailLinkProps = BadgeProps & Readonly<{ view: View }>;

function RailLink({ view, ...given }: RailLinkProps) {
  const { id, title, icon: Icon } = view;
  const { count, mark, isListed } = view.useBadge(given);
  const isNew = useNewArea(view, isListed, given.isShown);
  if (!isListed && !given.isShown) {
    return null;
  }
  return (
    <a
      className={styles['link']}
      href={`#${id}`}
      aria-current={given.isShown ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        follow(id);
      }}
    >
      <Icon aria-hidden />
      <span className={styles['name']}>{title}</span>
      {isNew && !mark && <span className={styles['new']}>new</span>}
      {mark && <span className={styles['dot']} role="img" aria-label={mark} title={mark} />}
      {count !== null && <span className={styles['count']}>{countInWords(count)}</span>}
    </a>
  );
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
            <Menu.Item
              className={menu['item'] ?? ''}
              onClick={() => {
                leadOn();
                go('home');
              }}
            >
              <NotebookText aria-hidden />
              <span className="grow">
                <VisibleText text={given.workspace.name} />
                <span className={menu['second']}>Switch memory…</span>
              </span>
            </Menu.Item>
            <Menu.Separator className={menu['separator'] ?? ''} />
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

/** Whether there is something to go there for now that was not there before: said once, and shown until one goes there. */
function useNewArea({ id, group, title }: View, isListed: boolean, isShown: boolean): boolean {
  const [isNew, setIsNew] = useState(false);
  const isKnown = useApp(({ preferences }) => group !== 'agents' || (preferences.knownAreas?.includes(id) ?? false));
  const isNews = isListed && !isKnown;
  useEffect(() => {
    if (isNews) {
      setIsNew(true);
      announce(`New: ${title}.`);
      void writePreferences({ knownAreas: [...(useApp.getState().preferences.knownAreas ?? []), id] });
    }
  }, [id, title, isNews]);
  useEffect(() => {
    // Also where it came while one was there.
    if (isShown && isNew) {
      setIsNew(false);
    }
  }, [isShown, isNew]);
  return isNew && !isShown;
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
