import type { Notification, WaitingNews } from '../contract/features/notifications.ts';
import { kindsOfNews, type NotificationKind } from '../notifications.ts';
import { programInWords } from '../programs/program-ids.ts';
import { counted } from '../text/counts.ts';

/** Something new for the person. */
export type NewsItem = {
  readonly kind: NotificationKind;
  /** Distinguishes it from others of its kind in the same memory. */
  readonly id: string;
  /** Program that caused it; null if unknown. */
  readonly by: string | null;
  /** Text of what it is about, for those who chose to see that. */
  readonly text: string;
};

/** Longest text in a notification: systems cut it themselves, some in the middle of a word. */
const maxText = 160;

/** Words for news that arrived at once. @param memory name of the memory; null if it is about none */
export function notificationInWords(
  items: readonly [NewsItem, ...NewsItem[]],
  memory: string | null,
  showText: boolean,
): Pick<Notification, 'title' | 'body'> {
  const [first, ...others] = items;
  const { one, several } = kindsOfNews[first.kind];
  if (others.length === 0) {
    const by = first.by === null ? null : `by ${programInWords(first.by)}`;
    const where = [by, memory === null ? null : `in ${memory}`].filter((part) => part !== null).join(', ');
    const text = showText ? `${where === '' ? '' : '\n'}${shortened(first.text)}` : '';
    return { title: one, body: `${where.charAt(0).toUpperCase()}${where.slice(1)}${text}` };
  }
  const isOneKind = others.every(({ kind }) => kind === first.kind);
  return isOneKind
    ? { title: `${items.length} ${several}`, body: memory === null ? '' : `In ${memory}` }
    : { title: `${items.length} things wait for you`, body: memory === null ? '' : `In ${memory}` };
}

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** What is new in a memory, for a menu: "notes: 2 wait for you", "work: changed". */
export const waitingInWords = ({ name, count, changed }: WaitingNews): string =>
  count > 0 ? `${name}: ${counted(count, 'waits', 'wait')} for you` : `${name}${changed ? ': changed' : ''}`;
