import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import { FilterButton } from './filter-button.tsx';

export function FilterPopover({ children, defaultOpen }: Readonly<{ children: ReactNode; defaultOpen: boolean }>) {
  return (
    <Popover.Root defaultOpen={defaultOpen}>
      <Popover.Trigger render={<FilterButton />} />
      <Popover.Portal>
        <Popover.Positioner className={menu['positioner'] ?? ''} align="start" sideOffset={4}>
          <Popover.Popup className={classNames(menu['popup'], menu['popover'])}>
            <Popover.Title className="title below-3">Filter</Popover.Title>
            <div className="stack-3">{children}</div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
