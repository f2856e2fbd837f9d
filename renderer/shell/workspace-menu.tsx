import { Menu } from '@base-ui/react/menu';
import { Check, Download, FolderOpen, House, NotebookText, RotateCcw } from 'lucide-react';
import { Fragment, useRef } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { openChosen, openSample, showWorkspace, useApp } from '../api/app-store.ts';
import { go as goTo } from '../api/navigation.ts';
import { askToStartOver } from '../api/questions.ts';
import { askToOpen, showExport } from '../jumps.ts';
import { runFirst, useCommands } from '../services/commands/use-commands.ts';
import { attempt } from '../services/notices.ts';
import { useLeadingMenu } from '../ui/keep-focus.ts';
import { MenuItems, MenuLayer, MenuLine } from '../ui/menu.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useMemories } from './use-memories.ts';
import { WorkspaceButton } from './workspace-button.tsx';
import styles from './workspace-menu.module.css';

type WorkspaceMenuProps = Readonly<{ workspace: Workspace; defaultOpen?: boolean }>;

/** Few enough to take in at a glance; Home has the others. */
const most = { opened: 6, found: 8 };

export function WorkspaceMenu({ workspace, defaultOpen = false }: WorkspaceMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const { root, popup, leadOn } = useLeadingMenu();
  useCommands((command) => runFirst(command, { switch: () => openByKey(trigger.current) }));
  return (
    <Menu.Root {...root} defaultOpen={defaultOpen}>
      <Menu.Trigger ref={trigger} render={<WorkspaceButton name={workspace.name} />} />
      <MenuLayer {...popup}>
        <Items workspace={workspace} leadOn={leadOn} />
      </MenuLayer>
    </Menu.Root>
  );
}

/** The open memory, those to switch to, and the ways to any other; loaded while the menu is open. */
function Items({ workspace, leadOn }: Readonly<{ workspace: Workspace; leadOn: () => void }>) {
  const go = (work: Promise<void>): void => {
    leadOn();
    attempt(work, 'It could not be opened');
  };
  const { opened, found } = useMemories(workspace);
  const canChoose = useApp(({ abilities }) => abilities.choose);
  const lists = [opened.slice(0, most.opened), found.slice(0, most.found)].filter((list) => list.length > 0);
  return (
    <>
      <div className={styles['current']} aria-current="true">
        <Check aria-hidden />
        <span className="grow">
          <VisibleText text={workspace.name} />
          <VisibleText as="span" className="second" text={workspace.path} />
        </span>
      </div>
      {lists.map((memories) => (
        <Fragment key={memories === lists[0] ? 'first' : 'second'}>
          <MenuLine />
          <MenuItems
            items={memories.map(({ path, name }) => ({
              name,
              icon: NotebookText,
              title: path,
              onPick: () => go(showWorkspace(path)),
            }))}
          />
        </Fragment>
      ))}
      <MenuLine />
      <MenuItems
        items={[
          {
            name: 'All memories…',
            icon: House,
            onPick: () => {
              leadOn();
              goTo('home');
            },
          },
          { name: 'Export or print…', icon: Download, onPick: showExport },
          { name: 'Open…', icon: FolderOpen, onPick: () => (canChoose ? go(openChosen('folder')) : askToOpen()) },
          workspace.sample
            ? { name: 'Start the sample over', icon: RotateCcw, onPick: askToStartOver }
            : { name: 'Look at the sample', icon: RotateCcw, onPick: () => go(openSample()) },
        ]}
      />
    </>
  );
}

/** Opens the menu like the arrow down on its button: the first item, the memory that was open before, gets the focus. */
function openByKey(trigger: HTMLButtonElement | null): void {
  trigger?.focus({ preventScroll: true });
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}
