import { Menu } from '@base-ui/react/menu';
import { FolderInput } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { Button } from '../../ui/button.tsx';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { VisibleText } from '../../ui/visible-text.tsx';
import { change, moveAll } from './changes.ts';
import { headingsNow } from './own-headings.ts';

/** Moves entries under a heading of their memory. */
export function MoveMenu({ entries }: Readonly<{ entries: readonly EntryView[] }>) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <FolderInput aria-hidden /> Move to…
      </Menu.Trigger>
      <Menu.Portal container={layers}>
        <Menu.Positioner className={menu['positioner'] ?? ''} align="start" sideOffset={4}>
          <Menu.Popup className={menu['popup'] ?? ''}>
            <Headings entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function move(entries: readonly EntryView[], heading: string): void {
  const operations = moveAll(entries, heading);
  if (operations.length > 0) {
    void change(operations);
  }
}

/** Computed only while the menu is open. */
const Headings = ({ entries }: Readonly<{ entries: readonly EntryView[] }>) =>
  headingsNow().map((heading) => (
    <Menu.Item key={heading} className={menu['item'] ?? ''} onClick={() => move(entries, heading)}>
      <VisibleText text={heading} />
    </Menu.Item>
  ));
