import { Menu } from '@base-ui/react/menu';
import { BookOpen, Keyboard } from 'lucide-react';
import { helpPages } from '#shared/help-pages.ts';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { showHelp } from './help.tsx';
import { HelpButton } from './help-button.tsx';

/** The keys, and the pages of docs/. */
export function HelpMenu({ defaultOpen }: Readonly<{ defaultOpen: boolean }>) {
  return (
    <Menu.Root modal={false} defaultOpen={defaultOpen}>
      <Menu.Trigger render={<HelpButton />} />
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
