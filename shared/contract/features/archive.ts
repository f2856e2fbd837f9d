import { z } from 'zod';
import { categorySchema, weighedFieldsSchema } from '../../entries/entry.ts';
import { changeResultSchema, entryBriefSchema, impactSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';
import { progressSchema } from '../wire/protocol.ts';

/** The archive files and what can be brought back from them. */

/** Entries by section; `unsorted` are those of a memory without sections. */
const categoryCountsSchema = z.strictObject({
  preference: z.int(),
  pattern: z.int(),
  fact: z.int(),
  insight: z.int(),
  unsorted: z.int(),
});

export const archiveNameSchema = z.string().min(1).max(255);

const archiveFileSchema = z.strictObject({
  name: archiveNameSchema,
  /** Day of archival from the name or its frontmatter; null if neither says. */
  date: z.string().nullable(),
  reason: z.string().nullable(),
  entries: z.int(),
  bytes: z.int(),
  /** Why it can't be used, if so. */
  problem: z.string().nullable(),
  /** A day that the assistant noted itself: read along with the archive, and never written. */
  isNote: z.boolean(),
});
export type ArchiveFile = z.infer<typeof archiveFileSchema>;

/** `2026`, `2026-03` or `undated`. */
const archivePeriodSchema = z.string().regex(/^(\d{4}(-\d{2})?|undated)$/);

const archiveLayoutSchema = z.strictObject({
  /** How many match in each file that has any, in list order, so that a list knows its length before it has the entries. */
  perFile: z.array(z.int()),
  /** How many match in each month, by section, latest first, whichever period is asked for; null for files without a date. */
  perMonth: z.array(categoryCountsSchema.extend({ month: z.string().nullable() })),
});
type ArchiveLayoutFacts = z.infer<typeof archiveLayoutSchema>;
export type ArchiveMonth = ArchiveLayoutFacts['perMonth'][number];

/** Names an archived entry by file and content. */
const archivedRefSchema = z.strictObject({ file: archiveNameSchema, raw: z.string(), ordinal: z.int().min(0) });
export type ArchivedRef = z.infer<typeof archivedRefSchema>;

const archivedEntrySchema = weighedFieldsSchema.extend({
  id: z.string(),
  file: archiveNameSchema,
  archivedDate: z.string().nullable(),
  /** True where the section is a guess, because the line is in the older form. */
  categoryGuessed: z.boolean(),
  /** It stands in such a file: it can be added to the memory, but neither restored nor deleted. */
  isNote: z.boolean(),
});
export type ArchivedEntry = z.infer<typeof archivedEntrySchema>;

const restoreItemSchema = z.strictObject({
  entry: archivedRefSchema,
  /** Section to restore to; the entry's own if left out, and where there are no sections. */
  category: categorySchema.optional(),
  /** What to do where the same key is live: required then. */
  onDuplicate: z.enum(['replace', 'keep_both']).optional(),
});
export type RestoreItem = z.infer<typeof restoreItemSchema>;

const restorePreviewSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      entry: archivedEntrySchema,
      /** Live entry with the same category and key, if any. */
      twin: entryBriefSchema.nullable(),
    }),
  ),
  impact: impactSchema,
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

export const archiveMethods = {
  'archive.files': () => ({
    about: 'The archive files, newest first, with counts.',
    params: z.strictObject({
      workspace,
      /** `unusable`: those alone that can't be read. */
      only: z.enum(['all', 'unusable']).default('all'),
      ...page,
    }),
    result: z.strictObject({
      revision: z.int(),
      total: z.int(),
      /** In all files. */
      entries: z.int(),
      files: z.array(archiveFileSchema),
    }),
  }),
  'archive.entries': () => ({
    about: 'Archived entries, newest archive first, by search words and filters.',
    params: z.strictObject({
      workspace,
      /** Words that must all occur, in any order and case. */
      query: z.string().max(1000).default(''),
      categories: z.array(categorySchema).default([]),
      files: z.array(archiveNameSchema).default([]),
      /** A year or month in which they were archived; `undated` for files that do not say. All time without it. */
      period: archivePeriodSchema.optional(),
      ...page,
      /**
       * Reading thousands of files takes a while. `all` waits for it. `first` reads for a moment, `on` for longer; both
       * answer with what has been read, newest files first. `known` reads nothing more.
       */
      read: z.enum(['all', 'first', 'on', 'known']).default('all'),
      /** Also what a list and a chart need to lay themselves out. */
      layout: z.boolean().default(false),
    }),
    result: z.strictObject({
      revision: z.int(),
      /** Of files; null once all has been read. */
      reading: progressSchema.nullable(),
      total: z.int(),
      entries: z.array(archivedEntrySchema),
      /** The files of these entries. */
      files: z.array(archiveFileSchema),
      /** How many match in each section, whichever sections are asked for: what stands on the filters. */
      perCategory: categoryCountsSchema,
      layout: archiveLayoutSchema.nullable(),
    }),
  }),
  'archive.previewRestore': () => ({
    about: 'What restoring would do: live duplicates, tokens after, what would make room.',
    params: z.strictObject({
      workspace,
      items: z.array(restoreItemSchema).max(10_000).default([]),
      /** A whole sweep, by its file. */
      file: archiveNameSchema.optional(),
    }),
    result: restorePreviewSchema,
  }),
  'archive.restore': () => ({
    about: 'Brings archived entries back, protected for 30 days; the archive loses their lines.',
    params: z.strictObject({
      workspace,
      items: z.array(restoreItemSchema).min(1).max(10_000),
      /** Archive what is needed to make room. Without it, going over the limit is refused with `over_limit`. */
      makeRoom: z.boolean().default(false),
      /** Go over the limit and archive nothing. */
      allowOver: z.boolean().default(false),
    }),
    result: changeResultSchema,
  }),
  'archive.delete': () => ({
    about: 'Deletes archived entries for good (undo and history keep them).',
    params: z.strictObject({ workspace, entries: z.array(archivedRefSchema).min(1).max(10_000) }),
    result: changeResultSchema,
  }),
} as const;

export const archiveEvents = {
  /** Archive files came, went or changed. */
  'archive.changed': z.strictObject({ workspace, revision: z.int() }),
} as const;
