import { z } from 'zod';
import { nothing } from '../fields.ts';

export const releaseSchema = z.strictObject({
  version: z.string().max(100),
  /** What is new, as plain text; empty if that isn't known. */
  notes: z.string().max(20_000),
});
export type Release = z.infer<typeof releaseSchema>;

const updatesSchema = z.strictObject({
  /** How this copy gets a newer version; null if it can't look for one. */
  way: z
    .strictObject({
      kind: z.enum(['installs', 'page', 'command']),
      /** Address of the page with all versions, or the command that installs the newest. */
      at: z.string(),
      everyDays: z.int(),
    })
    .nullable(),
  /** True if the person turned it on. */
  isOn: z.boolean(),
  /** Milliseconds since 1970. */
  lookedAt: z.number().nullable(),
  /** Why the last look failed, unless the computer was offline. */
  problem: z.string().nullable(),
  /** Newer version, unless the person skips it. */
  offer: releaseSchema
    .extend({
      stage: z.enum(['found', 'downloading', 'ready']),
      percent: z.int().min(0).max(100),
    })
    .nullable(),
  /** This version, until the person has read what is new in it. */
  news: releaseSchema.nullable(),
});
export type Updates = z.infer<typeof updatesSchema>;

export const updatesMethods = {
  'updates.read': () => ({
    about: 'What is known of newer versions. Asks nobody.',
    params: nothing,
    result: updatesSchema,
  }),
  'updates.look': () => ({
    about: 'Looks for a newer version now. `unavailable` if that is turned off or fails.',
    params: nothing,
    result: updatesSchema,
  }),
  'updates.download': () => ({
    about: 'Downloads the newer version, which isn’t installed by that. `cancelled` if it is stopped.',
    params: nothing,
    result: nothing,
  }),
  'updates.stop': () => ({ about: 'Stops the download.', params: nothing, result: nothing }),
  'updates.install': () => ({
    about: 'Closes the app, installs what was downloaded and starts it. Unsaved text is asked about first.',
    params: nothing,
    result: nothing,
  }),
  'updates.skip': () => ({
    about: 'Offers a version no more; later ones are offered.',
    params: z.strictObject({ version: releaseSchema.shape.version }),
    result: nothing,
  }),
  'updates.seen': () => ({
    about: 'Marks what is new in this version as read.',
    params: nothing,
    result: nothing,
  }),
} as const;

export const updatesEvents = { 'updates.changed': updatesSchema } as const;
