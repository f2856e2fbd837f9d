import { Menu } from '@base-ui/react/menu';
import { BookOpen, Info, Keyboard, LifeBuoy } from 'lucide-react';
import { helpPages } from '#shared/help-pages.ts';
import { MenuItems, MenuLayer, MenuLine } from '../../ui/menu.tsx';
import { showHelp } from './help.tsx';
import { HelpButton } from './help-button.tsx';

export function HelpMenu({ defaultOpen }: Readonly<{ defaultOpen: boolean }>) {
  return (
    <Menu.Root modal={false} defaultOpen={defaultOpen}>
      <Menu.Trigger render={<HelpButton />} />
      <MenuLayer side="right" align="end">
        <MenuItems items={[{ name: 'Keyboard shortcuts', icon: Keyboard, onPick: () => showHelp('shortcuts') }]} />
        <MenuLine />
        <MenuItems
          items={helpPages.map(({ id, title }) => ({ name: title, icon: BookOpen, onPick: () => showHelp(id) }))}
        />
        <MenuLine />
        <MenuItems
          items={[
            { name: 'Report a problem…', icon: LifeBuoy, onPick: () => showHelp('report') },
            { name: 'About Contexture', icon: Info, onPick: () => showHelp('about') },
          ]}
        />
      </MenuLayer>
    </Menu.Root>
  );
}
