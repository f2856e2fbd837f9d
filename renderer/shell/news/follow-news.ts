import type { EventData } from '#shared/contract/contract.ts';
import type { NewsTarget } from '#shared/contract/features/notifications.ts';
import { kindsOfNews } from '#shared/notifications.ts';
import { showWorkspace, workspaceNow } from '../../api/app-store.ts';
import { call, on, onConnect } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { showInTitle } from '../../api/page-title.ts';
import { showDecisionCard } from '../../jumps.ts';
import { onPermission, showsNotifications } from '../../services/browser-notifications.ts';
import { attempt } from '../../services/notices.ts';

let isFollowing = false;
const shown: Notification[] = [];

/** Follows the engine’s news for the rest of the page’s life. */
export async function followNews(): Promise<void> {
  if (isFollowing) {
    return;
  }
  isFollowing = true;
  on('notifications.changed', () => void showCount());
  on('notifications.arrived', (notification) => {
    if (showsNotifications()) {
      showNotification(notification);
    }
  });
  // One of them may show the text.
  on('erase.done', () => {
    for (const notification of shown.splice(0)) {
      notification.close();
    }
  });
  onConnect(() => void watch());
  onPermission(() => void watch());
  await watch();
}

// Without a connection, the next one begins it again.
const watch = (): Promise<void> =>
  call('notifications.watch', { on: true, shows: showsNotifications() })
    .then(showCount)
    .catch(() => undefined);

const showCount = (): Promise<void> =>
  call('notifications.waiting', {})
    .then(({ count }) => showInTitle({ waiting: count }))
    .catch(() => undefined);

function showNotification({ id, title, body, target }: EventData<'notifications.arrived'>): void {
  // Pages of other tabs show it, too: the tag makes them one.
  const notification = new Notification(title, { body, tag: id });
  shown.push(notification);
  notification.onclick = () => {
    window.focus();
    notification.close();
    leadTo(target);
  };
}

/** Shows the memory and the place that a notification is about. */
export function leadTo(target: NewsTarget): void {
  attempt(lead(target), 'It could not be opened');
}

async function lead({ path, kind, item }: NewsTarget): Promise<void> {
  if (path !== null && workspaceNow()?.path !== path) {
    await showWorkspace(path);
  }
  // The person may have preferred to stay with an unsaved text.
  if (path !== null && workspaceNow()?.path !== path) {
    return;
  }
  go(kind === null ? 'home' : kindsOfNews[kind].view);
  if (item !== null && (kind === 'decision' || kind === 'overwritten')) {
    showDecisionCard(item);
  }
}
