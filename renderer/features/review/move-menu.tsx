import { Menu } from '@base-ui/react/menu';
import { FolderInput } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItems, MenuLayer } from '../../ui/menu.tsx';
import { change, moveAll } from './changes.ts';
import { headingsNow } from './own-headings.ts';

/** Moves entries under a heading of their memory. */
export function MoveMenu({ entries }: Readonly<{ entries: readonly EntryView[] }>) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <FolderInput aria-hidden /> Move to…
      </Menu.Trigger>
      <MenuLayer>
        <Headings entries={entries} />
      </MenuLayer>
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
const Headings = ({ entries }: Readonly<{ entries: readonly EntryView[] }>) => (
  <MenuItems items={headingsNow().map((name) => ({ name, onPick: () => move(entries, name) }))} />
);
