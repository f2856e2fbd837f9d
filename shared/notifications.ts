import type { ViewId } from './views.ts';

/** Kinds of news that a person may be notified of, in the order of their switches. */
export const notificationKinds = ['decision', 'overwritten', 'returned', 'secret', 'deletion'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

type KindOfNews = {
  /** Sentence for one, which also names its switch. It never contains the text of an entry. */
  readonly one: string;
  readonly several: string;
  /** View in which the person finds it. */
  readonly view: ViewId;
};

export const kindsOfNews: Readonly<Record<NotificationKind, KindOfNews>> = {
  decision: { one: 'A decision waits for you', several: 'decisions wait for you', view: 'review' },
  overwritten: {
    one: 'Something you corrected was overwritten',
    several: 'of your corrections were overwritten',
    view: 'review',
  },
  returned: { one: 'An erased text came back', several: 'erased texts came back', view: 'review' },
  secret: { one: 'A secret was found', several: 'secrets were found', view: 'home' },
  deletion: {
    one: 'A conversation will be deleted within a day',
    several: 'conversations will be deleted within a day',
    view: 'home',
  },
};

export type NotificationChoices = {
  /** Kinds the person turned off. */
  readonly off: readonly NotificationKind[];
  /** True to show the text of an entry in a notification. */
  readonly showText: boolean;
  /** Milliseconds since 1970 until which nothing is shown; null if it isn't paused. */
  readonly pausedUntil: number | null;
};

export const usualNotifications: NotificationChoices = { off: [], showText: false, pausedUntil: null };

/** Lengths of a pause, in the order in which they are offered. */
export const pauses = [
  { id: 'hour', label: 'For an hour' },
  { id: 'tomorrow', label: 'Until tomorrow' },
] as const;
export type PauseId = (typeof pauses)[number]['id'];

/** Hour of the next day at which a pause ends. */
const morning = 8;

/** Time at which a pause that begins now ends, in milliseconds since 1970. */
export function endOfPause(pause: PauseId, now: Date): number {
  return pause === 'hour'
    ? now.getTime() + 3_600_000
    : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morning).getTime();
}

export const isPaused = ({ pausedUntil }: NotificationChoices, now: number): boolean =>
  pausedUntil !== null && pausedUntil > now;
