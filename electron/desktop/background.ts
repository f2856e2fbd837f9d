import { join } from 'node:path';
import { app } from 'electron';
import type { Ports } from '#engine/ports.ts';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { NewsTarget, WaitingNews } from '#shared/contract/features/notifications.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import { endOfPause, isPaused, type PauseId, usualNotifications } from '#shared/notifications.ts';
import { canNotify, showArrivals, showNotification } from './notifications.ts';
import { isStartedAtLogin, setStartAtLogin } from './start-at-login.ts';
import { createTray } from './tray.ts';

type BackgroundOptions = {
  readonly engine: Service;
  readonly ports: Ports;
  /** The app's folder. */
  readonly folder: string;
  /** Opens the window at the place a notification leads to. */
  readonly open: (target: NewsTarget) => void;
  readonly show: () => void;
  readonly quit: () => void;
  /** Shows a warning in the window. */
  readonly warn: (message: string) => void;
};

export type Background = ReturnType<typeof createBackground>;

const context = { caller: 'desktop', cancelled: () => false, progress: () => {} };

/** The app's life beside its windows: notifications, tray, badge, and the start at login. */
export function createBackground(options: BackgroundOptions, first: Preferences) {
  const { engine, ports, open, show, quit } = options;
  let preferences = first;
  let waiting: readonly WaitingNews[] = [];
  let tray: ReturnType<typeof createTray> | null = null;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  const choices = () => preferences.notifications ?? usualNotifications;

  async function pause(length: PauseId | null): Promise<void> {
    const pausedUntil = length === null ? null : endOfPause(length, new Date(ports.clock.now()));
    const { off, showText } = choices();
    const notifications = { off: [...off], showText, pausedUntil };
    await engine.call('preferences.write', { values: { notifications } }, context);
  }

  function updateTray(): void {
    if (preferences.keepRunning !== true) {
      tray?.remove();
      tray = null;
      return;
    }
    tray ??= createTray(join(options.folder, 'resources', 'icons'), show);
    const { pausedUntil } = choices();
    const now = ports.clock.now();
    clearTimeout(pauseTimer);
    if (pausedUntil !== null && pausedUntil > now) {
      pauseTimer = setTimeout(updateTray, pausedUntil - now);
    }
    tray.update({
      waiting,
      isPaused: isPaused(choices(), now),
      open,
      show,
      pause: (length) => void pause(length),
      quit,
    });
  }

  async function follow(changed: Preferences): Promise<void> {
    const before = preferences;
    preferences = changed;
    updateTray();
    const isOn = changed.startAtLogin === true;
    // The system's own settings may say otherwise by now: change them only if the person did here.
    if (isOn !== (before.startAtLogin === true)) {
      await setStartAtLogin(ports, options.folder, isOn).catch((error: unknown) => {
        ports.log('warn', `Starting at login could not be changed: ${error}`);
        options.warn('Contexture could not change what starts at login. Change it in your system’s settings.');
      });
    }
  }

  async function readWaiting(): Promise<void> {
    const { count, memories } = await engine.call('notifications.waiting', {}, context);
    waiting = memories;
    app.setBadgeCount(count);
    updateTray();
  }

  return {
    /** Begins to watch. Call it once the memory that the app starts with is open. */
    async start(): Promise<void> {
      engine.subscribe(({ event, data }) => {
        if (event === 'preferences.changed') {
          void follow(data.preferences);
        } else if (event === 'notifications.changed') {
          void readWaiting();
        }
      });
      showArrivals(engine, open);
      updateTray();
      await engine.call('notifications.watch', { on: true, shows: canNotify() }, context);
    },
    keepsRunning: (): boolean => preferences.keepRunning === true,
    startsHidden: (): boolean => preferences.keepRunning === true && isStartedAtLogin(),
    /** Says once that closing the window doesn't end the app. */
    windowsClosed(): void {
      if (preferences.keepRunning === true && preferences.knowsKeptRunning !== true) {
        const place = process.platform === 'darwin' ? 'menu bar' : 'tray';
        showNotification('Contexture is still running', `Its icon in the ${place} opens it again, and quits it.`, show);
        void engine.call('preferences.write', { values: { knowsKeptRunning: true } }, context);
      }
    },
  };
}
