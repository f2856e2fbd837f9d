import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ComponentType } from 'react';
import { keyInWords } from './keys.tsx';
import { layers } from './layers.tsx';
import styles from './menu.module.css';
import { VisibleText } from './visible-text.tsx';

type MenuLayerProps = Readonly<
  Pick<ComponentProps<typeof Menu.Positioner>, 'side' | 'align'> &
    Pick<ComponentProps<typeof Menu.Popup>, 'finalFocus' | 'children'>
>;

export function MenuLayer({ side = 'bottom', align = 'start', ...popup }: MenuLayerProps) {
  return (
    <Menu.Portal container={layers}>
      <Menu.Positioner className={styles['positioner'] ?? ''} side={side} align={align} sideOffset={4}>
        <Menu.Popup className={styles['popup'] ?? ''} {...popup} />
      </Menu.Positioner>
    </Menu.Portal>
  );
}

type MenuItemRecord = Readonly<{
  name: string;
  icon?: ComponentType<{ 'aria-hidden': true }>;
  keys?: string;
  title?: string;
  isDanger?: boolean;
  onPick: () => void;
}>;

/** Items of a menu, those that don't apply left out. */
export function MenuItems({ items }: Readonly<{ items: readonly (MenuItemRecord | false | undefined)[] }>) {
  return items.map((item) => item && <MenuItem key={item.title ?? item.name} {...item} />);
}

function MenuItem({ name, icon: Icon, keys, title, isDanger, onPick }: MenuItemRecord) {
  return (
    <Menu.Item className={styles['item'] ?? ''} data-danger={isDanger || undefined} onClick={onPick} label={name}>
      {Icon && <Icon aria-hidden />}
      <VisibleText as="span" className="grow" title={title} text={name} />
      {keys && (
        <span className="detail" aria-hidden>
          {keyInWords(keys)}
        </span>
      )}
    </Menu.Item>
  );
}

export const MenuLine = () => <Menu.Separator className={styles['separator'] ?? ''} />;
