import type * as Electron from 'electron';
import { app } from './app.ts';
import { guarded } from './guarded.ts';
import { BrowserWindow } from './windows.ts';

type Options = Electron.MenuItemConstructorOptions;
type Members = 'id' | 'label' | 'enabled' | 'visible' | 'type' | 'click' | 'registerAccelerator';
type Item = Pick<Electron.MenuItem, Members> & {
  readonly role: Options['role'];
  readonly accelerator: Options['accelerator'];
  readonly submenu: StandInMenu | undefined;
};

/** Actions of the system roles that tests press. Other roles belong to the system and throw. */
const roles: Partial<Record<NonNullable<Options['role']>, () => void>> = {
  quit: () => app.quit(),
  close: () => BrowserWindow.getFocusedWindow()?.close(),
  reload: () => BrowserWindow.getFocusedWindow()?.webContents.reload(),
};

function createItem(options: Options): Item {
  const submenu = options.submenu === undefined ? undefined : Menu.buildFromTemplate(options.submenu as Options[]);
  const { role, type } = options;
  if (role === undefined && type !== 'separator' && options.label === undefined) {
    throw new Error('An item of a menu has a label, a role or is a separator.');
  }
  const members = {
    id: options.id ?? '',
    label: options.label ?? '',
    enabled: options.enabled ?? true,
    visible: options.visible ?? true,
    registerAccelerator: options.registerAccelerator ?? true,
    type: type ?? (submenu === undefined ? 'normal' : 'submenu'),
    click: () => {
      const work = role === undefined ? options.click : roles[role];
      if (work === undefined) {
        throw new Error(`The stand-in does not do what the role ${role} does.`);
      }
      (work as () => void)();
    },
  } satisfies Pick<Electron.MenuItem, Members>;
  return guarded('MenuItem', { ...members, role, accelerator: options.accelerator, submenu });
}

class StandInMenu {
  private static current: StandInMenu | null = null;
  readonly items: Item[];

  private constructor(items: Item[]) {
    this.items = items;
  }

  static buildFromTemplate(template: Options[]): StandInMenu {
    return guarded('Menu', new StandInMenu(template.map(createItem)));
  }

  /** Shows nothing: the system draws it. */
  popup(): void {}

  static setApplicationMenu(menu: StandInMenu | null): void {
    StandInMenu.current = menu;
  }

  static getApplicationMenu(): StandInMenu | null {
    return StandInMenu.current;
  }

  getMenuItemById(id: string): Item | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) {
        return found;
      }
    }
    return null;
  }
}

export const Menu = guarded('Menu', StandInMenu);
