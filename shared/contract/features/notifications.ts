import { z } from 'zod';
import { notificationKinds } from '../../notifications.ts';
import { nothing } from '../fields.ts';

/** News for the person: the engine decides what is news, once, and hosts only show it. */

/** Place a notification leads to. */
const newsTargetSchema = z.strictObject({
  /** Path that opens the memory; null if it is about none. */
  path: z.string().nullable(),
  /** Null for several kinds at once. */
  kind: z.enum(notificationKinds).nullable(),
  /** Id of the decision, text, finding or conversation; null for several. */
  item: z.string().nullable(),
});
export type NewsTarget = z.infer<typeof newsTargetSchema>;

const notificationSchema = z.strictObject({
  /** Same on every page of a host, so that a system shows it once. */
  id: z.string(),
  title: z.string(),
  body: z.string(),
  target: newsTargetSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

const waitingNewsSchema = z.strictObject({
  path: z.string(),
  name: z.string(),
  /** Number of things that wait for the person, of the kinds they are notified of; 0 for a memory that isn't open. */
  count: z.int(),
  /** True if a memory that isn't open was changed since the app watches it. */
  changed: z.boolean(),
});
export type WaitingNews = z.infer<typeof waitingNewsSchema>;

export const notificationsMethods = {
  'notifications.watch': () => ({
    about:
      'Watches the open memories, and the files of those opened before, for the caller. Notifies only while some caller shows it.',
    params: z.strictObject({ on: z.boolean(), shows: z.boolean().default(false) }),
    result: nothing,
  }),
  'notifications.waiting': () => ({
    about:
      'What waits for the person, by memory, as far as it is watched; `count` is the sum, changed memories included.',
    params: nothing,
    result: z.strictObject({ count: z.int(), memories: z.array(waitingNewsSchema) }),
  }),
} as const;

export const notificationsEvents = {
  /** The answer of `notifications.waiting` changed. */
  'notifications.changed': nothing,
  'notifications.arrived': notificationSchema,
  /** The person chose a notification; for the one page that shows where it leads. */
  'notifications.chosen': newsTargetSchema,
} as const;
