import { Menu } from '@base-ui/react/menu';
import { ArrowDown, CalendarClock, CopyPlus, Ellipsis, Forward, PencilRuler, Replace, UserRound } from 'lucide-react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { askToTransfer } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItems, MenuLayer } from '../../ui/menu.tsx';
import { act, archivesBySize } from './actions.ts';

type MoreMenuProps = Readonly<{ entries: readonly EntryView[]; capabilities: Capabilities }>;

/** Less frequent actions on several entries. */
export function MoreMenu({ entries, capabilities }: MoreMenuProps) {
  const keepUntil = { name: 'Keep until…', icon: CalendarClock, onPick: () => act('protect', entries) };
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />}>
        <Ellipsis aria-hidden /> More
      </Menu.Trigger>
      <MenuLayer>
        <MenuItems
          items={[
            capabilities.confidence && { name: 'Less sure', icon: ArrowDown, onPick: () => act('demote', entries) },
            { name: 'About…', icon: UserRound, onPick: () => act('about', entries) },
            archivesBySize(capabilities) && keepUntil,
            { name: 'Section, source, keys…', icon: PencilRuler, onPick: () => act('several', entries) },
            { name: 'Find and replace…', icon: Replace, onPick: () => act('replace', entries) },
            { name: 'Move to another memory…', icon: Forward, onPick: () => askToTransfer('move', entries) },
            { name: 'Copy to another memory…', icon: CopyPlus, onPick: () => askToTransfer('copy', entries) },
          ]}
        />
      </MenuLayer>
    </Menu.Root>
  );
}
