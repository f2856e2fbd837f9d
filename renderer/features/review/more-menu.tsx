import { Menu } from '@base-ui/react/menu';
import { ArrowDown, CalendarClock, CopyPlus, Ellipsis, Forward, PencilRuler, Replace, UserRound } from 'lucide-react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { askToTransfer } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { layers } from '../../ui/layers.tsx';
import menu from '../../ui/menu.module.css';
import { act, archivesBySize } from './actions.ts';

type MoreMenuProps = Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>;

/** Less frequent actions on several entries. */
export function MoreMenu({ entries, capabilities }: MoreMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <Ellipsis aria-hidden /> More
      </Menu.Trigger>
      <Menu.Portal container={layers}>
        <Menu.Positioner className={menu['positioner'] ?? ''} align="start" sideOffset={4}>
          <Menu.Popup className={menu['popup'] ?? ''}>
            {capabilities.confidence && (
              <Menu.Item className={menu['item'] ?? ''} onClick={() => act('demote', entries)}>
                <ArrowDown aria-hidden /> Less sure
              </Menu.Item>
            )}
            <Menu.Item className={menu['item'] ?? ''} onClick={() => act('about', entries)}>
              <UserRound aria-hidden /> About…
            </Menu.Item>
            {archivesBySize(capabilities) && (
              <Menu.Item className={menu['item'] ?? ''} onClick={() => act('protect', entries)}>
                <CalendarClock aria-hidden /> Keep until…
              </Menu.Item>
            )}
            <Menu.Item className={menu['item'] ?? ''} onClick={() => act('several', entries)}>
              <PencilRuler aria-hidden /> Section, source, keys…
            </Menu.Item>
            <Menu.Item className={menu['item'] ?? ''} onClick={() => act('replace', entries)}>
              <Replace aria-hidden /> Find and replace…
            </Menu.Item>
            <Menu.Item className={menu['item'] ?? ''} onClick={() => askToTransfer('move', entries)}>
              <Forward aria-hidden /> Move to another memory…
            </Menu.Item>
            <Menu.Item className={menu['item'] ?? ''} onClick={() => askToTransfer('copy', entries)}>
              <CopyPlus aria-hidden /> Copy to another memory…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
