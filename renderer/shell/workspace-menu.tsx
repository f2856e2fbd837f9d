import { Menu } from '@base-ui/react/menu';
import { ChevronDown, FolderOpen, NotebookText, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { namesApart } from '#shared/wording/memories.ts';
import { openSample, openWorkspace, useApp } from '../api/app-store.ts';
import { go as goTo } from '../api/navigation.ts';
import { carryOutOne, useCommands } from '../services/commands/use-commands.ts';
import { attempt } from '../services/notices.ts';
import { focusViewSoon } from '../ui/keep-focus.ts';
import { layers } from '../ui/layers.tsx';
import menu from '../ui/menu.module.css';
import { VisibleText } from '../ui/visible-text.tsx';
import { askToStartOver } from './sample-question.tsx';
import styles from './workspace-menu.module.css';

const maxRecent = 6;

export function WorkspaceMenu({ workspace }: Readonly<{ workspace: Workspace }>) {
  const recent = useApp((state) => state.recent);
  const others = recent.filter((place) => place.path !== workspace.path).slice(0, maxRecent);
  const nameApart = namesApart([...others, workspace], ({ name }) => name);
  const showAll = (): void => {
    goTo('home');
    focusAfterMenu();
  };
  const trigger = useRef<HTMLButtonElement>(null);
  useCommands((command) => carryOutOne(command, { switch: () => openByKey(trigger.current) }));
  const go = (work: Promise<void>): void => attempt(work.then(focusAfterMenu), 'It could not be opened');
  return (
    <Menu.Root>
      <Menu.Trigger ref={trigger} className={styles['trigger'] ?? ''} aria-label={`Workspace: ${workspace.name}`}>
        <NotebookText aria-hidden />
        <WorkspaceName name={workspace.name} />
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal container={layers}>
        <Menu.Positioner className={menu['positioner'] ?? ''} align="start" sideOffset={4}>
          <Menu.Popup className={menu['popup'] ?? ''}>
            <div className={menu['label']}>
              <VisibleText text={workspace.path} />
            </div>
            {others.length > 0 && <Menu.Separator className={menu['separator'] ?? ''} />}
            {others.map((place) => (
              <Menu.Item key={place.path} className={menu['item'] ?? ''} onClick={() => go(openWorkspace(place.path))}>
                <NotebookText aria-hidden />
                <span className="grow" title={place.path}>
                  <VisibleText text={nameApart(place)} />
                </span>
              </Menu.Item>
            ))}
            <Menu.Separator className={menu['separator'] ?? ''} />
            <Menu.Item className={menu['item'] ?? ''} onClick={showAll}>
              <FolderOpen aria-hidden />
              <span className="grow">Open another…</span>
            </Menu.Item>
            <Menu.Item
              className={menu['item'] ?? ''}
              onClick={() => (workspace.sample ? askToStartOver() : go(openSample()))}
            >
              <RotateCcw aria-hidden />
              <span className="grow">{workspace.sample ? 'Start the sample over' : 'Look at the sample'}</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The menu gives the focus back to its button first. */
const focusAfterMenu = (): void => void setTimeout(() => focusViewSoon(), 100);

/** Whose it is above which one it is, so that neither is cut off for the other. */
function WorkspaceName({ name }: Readonly<{ name: string }>) {
  const at = name.indexOf(' · ');
  return (
    <span className={styles['names']}>
      <span className={styles['name']}>
        <VisibleText text={at < 0 ? name : name.slice(0, at)} />
      </span>
      {at >= 0 && (
        <span className={styles['whose']}>
          <VisibleText text={name.slice(at + 3)} />
        </span>
      )}
    </span>
  );
}

/** As the arrow down does on the button: the first item has the focus, which is the memory that was open before. */
function openByKey(trigger: HTMLButtonElement | null): void {
  trigger?.focus({ preventScroll: true });
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}
