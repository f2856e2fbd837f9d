import type { DesktopApp } from './desktop-app.ts';

type StandIn = {
  readonly standIn: {
    readonly notifications: { readonly title: string; readonly body: string; emit(event: string): void }[];
    readonly trays: {
      readonly menu: { items: { label: string }[]; getMenuItemById(id: string): { click(): void } | null };
    }[];
    readonly badge: { readonly count: number };
  };
};

/** Notifications of the system so far. */
export const notificationsOf = (desktop: DesktopApp) =>
  desktop.evaluate((modules) =>
    (modules as unknown as StandIn).standIn.notifications.map(({ title, body }) => ({ title, body })),
  );
export const clickLatestNotification = (desktop: DesktopApp) =>
  desktop.evaluate((modules) => (modules as unknown as StandIn).standIn.notifications.at(-1)?.emit('click'));
export const trayLabels = (desktop: DesktopApp) =>
  desktop.evaluate((modules) =>
    (modules as unknown as StandIn).standIn.trays.flatMap(({ menu }) => menu.items.map(({ label }) => label)),
  );
export const pressInTray = (desktop: DesktopApp, item: string) =>
  desktop.evaluate(
    (modules, id) => (modules as unknown as StandIn).standIn.trays[0]?.menu.getMenuItemById(id)?.click(),
    item,
  );
export const badgeOf = (desktop: DesktopApp) =>
  desktop.evaluate((modules) => (modules as unknown as StandIn).standIn.badge.count);
export const closeWindow = (desktop: DesktopApp) =>
  desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
export const openWindows = (desktop: DesktopApp) =>
  desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
