import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { guarded } from './guarded.ts';
import type { Menu } from './menu.ts';

/** Notifications shown and not closed, the latest last; inspected and clicked by tests. */
export const notifications: StandInNotification[] = [];

class StandInNotification
  extends EventEmitter
  implements Pick<Electron.Notification, 'title' | 'body' | 'show' | 'close'>
{
  static isSupported = (): boolean => true;

  title: string;
  body: string;

  constructor({ title = '', body = '', ...rest }: Electron.NotificationConstructorOptions = {}) {
    super();
    const others = Object.keys(rest);
    if (others.length > 0) {
      throw new Error(`The stand-in shows no ${others.join(', ')} of a notification.`);
    }
    this.title = title;
    this.body = body;
    // biome-ignore lint/correctness/noConstructorReturn: a missing member has to throw on the notification itself, too.
    return guarded('Notification', this);
  }

  show(): void {
    this.close();
    notifications.push(this);
    this.emit('show', {});
  }

  close(): void {
    const at = notifications.indexOf(this);
    if (at >= 0) {
      notifications.splice(at, 1);
    }
  }
}
export const Notification = guarded('Notification', StandInNotification);

/** Items in the tray, inspected by tests. */
export const trays: StandInTray[] = [];

class StandInTray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'destroy' | 'isDestroyed'> {
  /** Its menu: tests press its items. */
  menu: ReturnType<typeof Menu.buildFromTemplate> | null = null;
  private destroyed = false;

  constructor(image: Electron.NativeImage) {
    super();
    if (image.isEmpty()) {
      throw new Error('An item in the tray needs an image that can be read.');
    }
    const self = guarded('Tray', this);
    trays.push(self);
    // biome-ignore lint/correctness/noConstructorReturn: a missing member has to throw on the item itself, too.
    return self;
  }

  setToolTip(): void {}

  setContextMenu(menu: ReturnType<typeof Menu.buildFromTemplate> | null): void {
    if (this.destroyed) {
      throw new Error('Tray is destroyed');
    }
    this.menu = menu;
  }

  destroy(): void {
    this.destroyed = true;
    trays.splice(0, trays.length, ...trays.filter((each) => !each.isDestroyed()));
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
}
export const Tray = guarded('Tray', StandInTray);
