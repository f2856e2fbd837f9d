import { z } from 'zod';
import { backupRoles } from '../../backup/manifest.ts';
import { nothing } from '../fields.ts';

/** Backups: one file with everything, restoring from it, and removing Contexture’s own data from this computer. */

const path = z.string().min(1).max(10_000);
const passphrase = z.string().min(1).max(1000).optional();
const leftOut = z.array(z.strictObject({ path: z.string(), why: z.string() }));
/** Number of a memory in the backup’s list. */
const memory = z.int().min(0);

const itemSchema = z.strictObject({
  /** Path in the backup, which names it in `replace`. */
  path: z.string(),
  role: z.enum(backupRoles),
  /** `kept`: it differs here, and this copy can’t be replaced by the backup’s. */
  state: z.enum(['new', 'different', 'kept']),
  size: z.int(),
  /** Place on this computer. */
  to: z.string(),
});
export type BackupItem = z.infer<typeof itemSchema>;

const partSchema = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** Files by what restoring would do here; the first of those that would change are in `items`. */
  added: z.int(),
  same: z.int(),
  different: z.int(),
  items: z.array(itemSchema),
});
export type BackupPart = z.infer<typeof partSchema>;

const backedUpMemorySchema = partSchema.extend({
  memory,
  name: z.string(),
  /** Where it was, and where it would go. */
  path: z.string(),
  to: z.string(),
  /** `new`: not here; `merged`: versions this computer lacks are added to its history. */
  history: z.enum(['new', 'same', 'merged']),
  /** Reason it can’t be restored there, in a sentence; null if it can. */
  problem: z.string().nullable(),
});
export type BackedUpMemory = z.infer<typeof backedUpMemorySchema>;

const weeklySchema = z.strictObject({ folder: path, keep: z.int().min(1).max(520) });

const stateSchema = z.strictObject({
  /** Null if it is off. */
  weekly: weeklySchema.nullable(),
  /** Last weekly backup, or the last attempt with its problem. */
  last: z.strictObject({ at: z.number(), path: z.string(), bytes: z.int(), problem: z.string().nullable() }).nullable(),
  /** Restore that was cut off: it goes on when the same file is restored again. */
  interrupted: z.strictObject({ path: z.string(), at: z.number() }).nullable(),
});
export type BackupState = z.infer<typeof stateSchema>;

const chosen = z.union([z.literal('all'), z.array(z.string()).max(100_000)]).default([]);

export const backupMethods = {
  'backup.create': () => ({
    about:
      'Writes one file with every memory opened before, its archives, history and marks, saved conversations, agent data, workflows and settings, and which programs are connected.',
    params: z.strictObject({
      /** New file, or an existing folder for one named by the day. */
      to: path,
      passphrase,
    }),
    result: z.strictObject({ path: z.string(), bytes: z.int(), files: z.int(), memories: z.int(), leftOut }),
  }),
  'backup.read': () => ({
    about: 'Checks every byte of a backup file and previews what restoring it would change here. Writes nothing.',
    params: z.strictObject({
      path,
      passphrase,
      /** Other places for memories; by default where they were, with this computer’s home folder. */
      places: z.array(z.strictObject({ memory, to: path })).default([]),
    }),
    result: z.strictObject({
      createdAt: z.number(),
      app: z.string(),
      isEncrypted: z.boolean(),
      memories: z.array(backedUpMemorySchema),
      /** Files for all memories: saved conversations and preferences. */
      shared: partSchema,
      connections: z.array(z.strictObject({ program: z.string(), name: z.string(), place: z.string().nullable() })),
      leftOut,
    }),
  }),
  'backup.restore': () => ({
    about:
      'Restores from a backup file: what is missing here is added, and what differs is replaced only if it is named. A replaced text stays in the history.',
    params: z.strictObject({
      path,
      passphrase,
      memories: z.array(z.strictObject({ memory, to: path, replace: chosen })),
      /** Files for all memories; left out, none is restored. */
      shared: z.strictObject({ replace: chosen }).optional(),
    }),
    result: z.strictObject({
      memories: z.array(
        z.strictObject({
          name: z.string(),
          to: z.string(),
          added: z.int(),
          replaced: z.int(),
          /** True if what was written can be undone in the memory. */
          canUndo: z.boolean(),
          problem: z.string().nullable(),
        }),
      ),
      shared: z.strictObject({ added: z.int(), replaced: z.int() }),
    }),
  }),
  'backup.state': () => ({
    about: 'Weekly backups, the last result, and a restore that was cut off.',
    params: nothing,
    result: stateSchema,
  }),
  'backup.setWeekly': () => ({
    about: 'Turns weekly backups to an existing folder on or off. The oldest of its own are removed beyond `keep`.',
    params: z.strictObject({ weekly: weeklySchema.nullable() }),
    result: stateSchema,
  }),
} as const;

const areaSchema = z.strictObject({ name: z.string(), path: z.string(), files: z.int(), bytes: z.int() });

export const removalMethods = {
  'removal.list': () => ({
    about: 'What removing everything of Contexture’s own would remove from this computer, and what stays.',
    params: nothing,
    result: z.strictObject({
      dataFolder: z.string(),
      areas: z.array(areaSchema),
      connections: z.array(z.strictObject({ program: z.string(), name: z.string(), settings: z.string() })),
      /** Memories, which stay. */
      memories: z.array(z.string()),
      /** Memories whose archives are in the data folder, because they are one file of another assistant’s. */
      archivesInside: z.array(z.string()),
      /** Files and folders in the data folder that are not Contexture’s, and stay. */
      others: z.array(z.string()),
    }),
  }),
  'removal.carryOut': () => ({
    about: 'Takes out all connections and removes the data folder’s content. Memories stay. There is no undo.',
    params: z.strictObject({
      /** Typed by the person. */
      word: z.literal('remove'),
    }),
    result: z.strictObject({
      /** Connections and files that could not be removed, and why. */
      left: z.array(z.strictObject({ path: z.string(), why: z.string() })),
    }),
  }),
} as const;

export const backupEvents = {
  /** The answer of `backup.state` changed. */
  'backup.changed': stateSchema,
} as const;
