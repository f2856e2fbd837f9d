import type { MenuItemConstructorOptions } from 'electron';
import type { NewsTarget, WaitingNews } from '#shared/contract/features/notifications.ts';
import { type PauseId, pauses } from '#shared/notifications.ts';
import { waitingInWords } from '#shared/wording/notifications.ts';
import { plainLabel } from './menu.ts';

type Item = MenuItemConstructorOptions;

export type TrayOptions = {
  readonly waiting: readonly WaitingNews[];
  readonly isPaused: boolean;
  readonly open: (target: NewsTarget) => void;
  readonly show: () => void;
  readonly pause: (pause: PauseId | null) => void;
  readonly quit: () => void;
};

const separator: Item = { type: 'separator' };
const maxListed = 10;

export function trayTemplate({ waiting, isPaused, open, show, pause, quit }: TrayOptions): Item[] {
  const news = waiting.slice(0, maxListed).map(
    (each): Item => ({
      id: `news ${each.path}`,
      label: plainLabel(waitingInWords(each)),
      click: () => open({ path: each.path, kind: null, item: null }),
    }),
  );
  return [
    ...(news.length > 0 ? news : [{ id: 'no-news', label: 'Nothing new', enabled: false }]),
    separator,
    { id: 'show', label: 'Open Contexture', click: show },
    isPaused
      ? { id: 'resume', label: 'Resume Notifications', click: () => pause(null) }
      : {
          label: 'Pause Notifications',
          submenu: pauses.map(({ id, label }) => ({ id: `pause-${id}`, label, click: () => pause(id) })),
        },
    separator,
    { id: 'quit', label: 'Quit Contexture', click: quit },
  ];
}
