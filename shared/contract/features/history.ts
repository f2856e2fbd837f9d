import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { changeResultSchema, entryBriefSchema } from '../changes.ts';
import {
  authorSchema,
  changeCountsSchema,
  nothing,
  textVersionSchema,
  workspaceIdSchema as workspace,
  writerSchema,
} from '../fields.ts';

/** Number of a version in a workspace's history: counts up as versions are kept, and stays when others are deleted. */
export const historyPositionSchema = z.int().min(1);

const historyVersionSchema = z.strictObject({
  type: z.literal('version'),
  position: historyPositionSchema,
  /** Milliseconds since 1970, by the clock of that moment. */
  at: z.number(),
  who: authorSchema,
  /** Name the assistant gives itself; null for none, or for any other author. */
  name: z.string().nullable(),
  /** Description of the change, in a person's words. */
  label: z.string(),
  /** File, relative to the workspace, and its kind. */
  file: z.string(),
  kind: z.enum(['context', 'archive', 'settings', 'other']),
  version: textVersionSchema,
  /** Version before it; null for the first that was kept. */
  before: textVersionSchema.nullable(),
  /** Changes since the version before it; null for settings, or if that version could not be read. */
  counts: changeCountsSchema.nullable(),
  /** Way to undo it alone: id of a change for `context.undo`, `version` for `history.undo`, `undone`; null for none. */
  undo: z.union([z.strictObject({ change: z.string() }), z.enum(['version', 'undone'])]).nullable(),
  /** False if its text is damaged or missing. */
  available: z.boolean(),
  /** Entries whose last copy it holds, so that it is kept past the limit. Null if it is within the limit. */
  lastCopyOf: z.array(z.string()).nullable(),
});
export type HistoryVersion = z.infer<typeof historyVersionSchema>;

const historyNoteSchema = z.strictObject({
  type: z.literal('note'),
  position: historyPositionSchema,
  at: z.number(),
  /** Repair made at a start, in a person's words. */
  label: z.string(),
});
export type HistoryNote = z.infer<typeof historyNoteSchema>;

const historyLineSchema = z.discriminatedUnion('type', [historyVersionSchema, historyNoteSchema]);
export type HistoryLine = z.infer<typeof historyLineSchema>;

const historyEntrySchema = entryBriefSchema.extend({ ordinal: z.int().min(0) });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const historyChangesSchema = z.strictObject({
  version: historyVersionSchema,
  /** Version it is compared with; null for the first that was kept. */
  comparedWith: textVersionSchema.nullable(),
  /** Up to 500 of each; the counts count all. */
  added: z.array(historyEntrySchema),
  changed: z.array(z.strictObject({ before: historyEntrySchema, after: historyEntrySchema })),
  removed: z.array(
    historyEntrySchema.extend({
      /** Name of the archive that holds it; empty if the memory itself does again, null if nothing does. */
      standsIn: z.string().nullable(),
    }),
  ),
  counts: changeCountsSchema,
});
export type HistoryChanges = z.infer<typeof historyChangesSchema>;

const storyStepSchema = writerSchema.extend({
  position: historyPositionSchema,
  at: z.number(),
  /** `known`: older than the history; `came`: learned, or back; `archived` and `removed`: gone from then on. */
  what: z.enum(['known', 'came', 'reworded', 'archived', 'removed']),
  /** Entry at that time; its last text if it went. */
  entry: historyEntrySchema,
  before: historyEntrySchema.nullable(),
});
export type StoryStep = z.infer<typeof storyStepSchema>;

/** Place a story continues from: below that position, with the entry as it read there (gone already if `isGone`). */
const storyPlaceSchema = z.strictObject({
  position: historyPositionSchema,
  entry: historyEntrySchema,
  isGone: z.boolean(),
});

export const historyMethods = {
  'history.list': () => ({
    about: 'Recorded versions of the memory, archives and settings, newest first, in pages.',
    params: z.strictObject({
      workspace,
      /** Last position of the page before; the newest come first if left out. */
      before: historyPositionSchema.optional(),
      limit: z.int().min(1).max(500).default(100),
      /** `removed`: only steps that took entries out of the memory, or out of an archive without restoring them. */
      only: z.enum(['all', 'removed']).default('all'),
    }),
    result: z.strictObject({
      lines: z.array(historyLineSchema),
      /** Start of the next page; null at the end. */
      next: historyPositionSchema.nullable(),
      total: z.int(),
      /** Compressed size of all versions, and the limits of the settings. */
      bytes: z.int(),
      days: z.int(),
      megabytes: z.int(),
      /** Positions of versions past the limit that are kept because they hold the last copy of an entry. */
      beyondLimit: z.array(historyPositionSchema),
    }),
  }),
  'history.changes': () => ({
    about:
      'Changes in a version, entry by entry, against the version before it. `version_unknown` if it is not recorded.',
    params: z.strictObject({ workspace, position: historyPositionSchema }),
    result: historyChangesSchema,
  }),
  'history.texts': () => ({
    about:
      'The first entries that versions changed, as they read before and after: enough to know each by. Versions that can’t be read are left out.',
    params: z.strictObject({ workspace, positions: z.array(historyPositionSchema).min(1).max(100) }),
    result: z.strictObject({
      texts: z.array(
        z.strictObject({
          position: historyPositionSchema,
          /** Up to two; null on the side without the entry. */
          entries: z.array(
            z.strictObject({ before: historyEntrySchema.nullable(), after: historyEntrySchema.nullable() }),
          ),
        }),
      ),
    }),
  }),
  'history.previewRestore': () => ({
    about: 'Previews restoring a whole version over the file as it is now. Writes nothing.',
    params: z.strictObject({ workspace, position: historyPositionSchema }),
    result: z.strictObject({
      /** Entries that would come back, as they read then, and entries added since that would go; null for settings. */
      counts: changeCountsSchema.nullable(),
      /** True if the file reads like that already. */
      same: z.boolean(),
      /** Up to 2,000 of each. `from` and `to` name the archive (empty: the memory) that an entry leaves or returns to. */
      added: z.array(historyEntrySchema.extend({ from: z.string().nullable() })),
      changed: z.array(z.strictObject({ before: historyEntrySchema, after: historyEntrySchema })),
      removed: z.array(historyEntrySchema.extend({ to: z.string().nullable() })),
      /** Tokens of the context; null for other files. */
      tokens: z.strictObject({ before: z.int(), after: z.int(), limit: z.int() }).nullable(),
    }),
  }),
  'history.restore': () => ({
    about:
      'Makes a file read as a version of it did, as one step with the files that its entries went to or came from since.',
    params: z.strictObject({ workspace, position: historyPositionSchema }),
    result: changeResultSchema,
  }),
  'history.undo': () => ({
    about:
      'Undoes what one version of the memory changed, entry by entry, and leaves what came after; `change_superseded` where that changed the same. Only of a version whose `undo` says so.',
    params: z.strictObject({ workspace, position: historyPositionSchema }),
    result: changeResultSchema,
  }),
  'history.bringBack': () => ({
    about: 'Restores one entry as a version, or the one before it, has it.',
    params: z.strictObject({
      workspace,
      position: historyPositionSchema,
      /** `version` for an entry of the version, `before` for one of the version before it. */
      from: z.enum(['version', 'before']),
      entry: entryRefSchema,
      /** Action if its key exists again with other text; without it, the answer is `key_exists`. */
      onDuplicate: z.enum(['replace', 'keep_both']).optional(),
    }),
    result: changeResultSchema,
  }),
  'history.lastChange': () => ({
    about:
      'When the words of an entry of the memory were last written, and by whom; null if they are older than the history, or nobody knows.',
    params: z.strictObject({ workspace, entry: entryRefSchema }),
    result: z.strictObject({
      change: writerSchema.extend({ at: z.number() }).nullable(),
      /** Time the history begins, in milliseconds since 1970, if the entry is older; null if that is not known. */
      begins: z.number().nullable(),
    }),
  }),
  'history.story': () => ({
    about:
      'Story of an entry of the memory, newest first: each text it had, by whom and when, and when it was away. Empty for an entry that is not there, unless `from` says how it read.',
    params: z.strictObject({
      workspace,
      entry: entryRefSchema,
      /** `next` of the answer before. */
      from: storyPlaceSchema.optional(),
      /** Versions read for one answer. */
      versions: z.int().min(1).max(1000).default(200),
    }),
    result: z.strictObject({
      steps: z.array(storyStepSchema),
      /** Place to continue from; null at the beginning of the story. */
      next: storyPlaceSchema.nullable(),
    }),
  }),
  'history.goWithout': () => ({
    about:
      'The person agrees to changes that can’t be recorded, after `not_recorded`: until they can be again, in this run.',
    params: z.strictObject({ workspace }),
    result: nothing,
  }),
  'history.letGo': () => ({
    about: 'Deletes for good the versions kept beyond the limit because they hold the last copy of something.',
    params: z.strictObject({ workspace, positions: z.array(historyPositionSchema).min(1).max(100_000) }),
    result: z.strictObject({ letGo: z.int() }),
  }),
} as const;

export type ChangeText = z.infer<ReturnType<(typeof historyMethods)['history.texts']>['result']>['texts'][number];

export const historyEvents = {
  /** Versions were kept, deleted or found damaged. */
  'history.changed': z.strictObject({ workspace }),
} as const;
