import { Notification } from 'electron';
import type { NewsTarget } from '#shared/contract/features/notifications.ts';
import type { Service } from '#shared/contract/wire/service.ts';

/** True if this system shows notifications. */
export const canNotify = (): boolean => Notification.isSupported();

/** Maximum notifications that can still be clicked, longer than systems list them. */
const maxShown = 50;

/** Shown notifications: Electron forgets the click on one that was garbage collected. */
let shown: readonly Notification[] = [];

export function showNotification(title: string, body: string, onClick: () => void): void {
  if (!canNotify()) {
    return;
  }
  const notification = new Notification({ title, body });
  notification.on('click', onClick);
  shown = [...shown.slice(1 - maxShown), notification];
  notification.show();
}

/** Shows what arrives. @param open opens the window at the place a notification leads to */
export function showArrivals(engine: Pick<Service, 'subscribe'>, open: (target: NewsTarget) => void): void {
  engine.subscribe(({ event, data }) => {
    if (event === 'notifications.arrived') {
      showNotification(data.title, data.body, () => open(data.target));
    } else if (event === 'erase.done') {
      // A notification may show the erased text.
      for (const notification of shown) {
        notification.close();
      }
      shown = [];
    }
  });
}
