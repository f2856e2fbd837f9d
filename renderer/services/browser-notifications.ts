import { createListeners } from '#shared/contract/wire/listeners.ts';
import { desktopBridge } from '../api/bridge-transport.ts';

/** `app`: the desktop app shows them; `unavailable`: this browser can't. */
export type NotificationAbility = 'app' | 'unavailable' | NotificationPermission;

const permitted = createListeners();

export function notificationAbility(): NotificationAbility {
  if (desktopBridge() !== null) {
    return 'app';
  }
  return 'Notification' in window ? Notification.permission : 'unavailable';
}

/** True if this page itself shows notifications. */
export const showsNotifications = (): boolean => notificationAbility() === 'granted';

/** Calls a listener when the person answered the browser. */
export const onPermission = permitted.on;

/** Has the browser ask the person. */
export async function askToNotify(): Promise<NotificationAbility> {
  await Notification.requestPermission();
  permitted.tell();
  return notificationAbility();
}
