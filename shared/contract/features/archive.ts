import { z } from 'zod';
import { categorySchema, weighedFieldsSchema } from '../../entries/entry.ts';
import { changeResultSchema, entryBriefSchema, impactSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';
import { progressSchema } from '../wire/protocol.ts';

/** Entries by section; `unsorted` counts those of a memory without sections. */
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
  /** Reason it can't be used, or null. */
  problem: z.string().nullable(),
  /** Daily note of the assistant: read along with the archive, never written. */
  isNote: z.boolean(),
});
export type ArchiveFile = z.infer<typeof archiveFileSchema>;

/** `2026`, `2026-03` or `undated`. */
const archivePeriodSchema = z.string().regex(/^(\d{4}(-\d{2})?|undated)$/);

const archiveLayoutSchema = z.strictObject({
  /** Matches in each file that has any, in list order, so that a list knows its length before its entries arrive. */
  perFile: z.array(z.int()),
  /** Matches in each month, by section, latest first, whatever the requested period; null for files without a date. */
  perMonth: z.array(categoryCountsSchema.extend({ month: z.string().nullable() })),
});
type ArchiveLayoutFacts = z.infer<typeof archiveLayoutSchema>;
export type ArchiveMonth = ArchiveLayoutFacts['perMonth'][number];

const archivedRefSchema = z.strictObject({ file: archiveNameSchema, raw: z.string(), ordinal: z.int().min(0) });
export type ArchivedRef = z.infer<typeof archivedRefSchema>;

const archivedEntrySchema = weighedFieldsSchema.extend({
  id: z.string(),
  file: archiveNameSchema,
  archivedDate: z.string().nullable(),
  /** True if the section is a guess, because the line is in the older form. */
  categoryGuessed: z.boolean(),
  /** True for an entry of a daily note: it can be added to the memory, but neither restored nor deleted. */
  isNote: z.boolean(),
});
export type ArchivedEntry = z.infer<typeof archivedEntrySchema>;

const restoreItemSchema = z.strictObject({
  entry: archivedRefSchema,
  /** Section to restore to; the entry's own if left out, or without sections. */
  category: categorySchema.optional(),
  /** Action if the same key is live: required then. */
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

/** Revision of the first page, for further ones: `revision_gone` if the archive has changed since. */
const revision = z.int().optional();

export const archiveMethods = {
  'archive.files': () => ({
    about: 'The archive files, newest first, with counts. Further pages name the revision of the first.',
    params: z.strictObject({
      workspace,
      /** `unusable` lists only files that can't be read. */
      only: z.enum(['all', 'unusable']).default('all'),
      revision,
      ...page,
    }),
    result: z.strictObject({
      revision: z.int(),
      total: z.int(),
      /** Entries in all files. */
      entries: z.int(),
      files: z.array(archiveFileSchema),
    }),
  }),
  'archive.entries': () => ({
    about:
      'Archived entries, newest archive first, by search words and filters. Further pages name the revision of the first.',
    params: z.strictObject({
      workspace,
      /** Words that must all occur, in any order and case. */
      query: z.string().max(1000).default(''),
      categories: z.array(categorySchema).default([]),
      files: z.array(archiveNameSchema).default([]),
      /** Year or month of archival; `undated` for files without a date. All time if left out. */
      period: archivePeriodSchema.optional(),
      revision,
      ...page,
      /** `all` waits for every file; `first` reads a moment, `on` longer, `known` nothing more. Newest files first. */
      read: z.enum(['all', 'first', 'on', 'known']).default('all'),
      /** True to include the counts a list and a chart need for their layout. */
      layout: z.boolean().default(false),
    }),
    result: z.strictObject({
      revision: z.int(),
      /** Progress in files; null once all are read. */
      reading: progressSchema.nullable(),
      total: z.int(),
      entries: z.array(archivedEntrySchema),
      files: z.array(archiveFileSchema),
      /** Matches in each section, whichever sections are requested: the numbers on the filters. */
      perCategory: categoryCountsSchema,
      layout: archiveLayoutSchema.nullable(),
    }),
  }),
  'archive.previewRestore': () => ({
    about: 'Previews restoring: live duplicates, tokens after, what would make room.',
    params: z.strictObject({
      workspace,
      items: z.array(restoreItemSchema).max(10_000).default([]),
      /** File whose whole sweep is meant. */
      file: archiveNameSchema.optional(),
    }),
    result: restorePreviewSchema,
  }),
  'archive.restore': () => ({
    about: 'Brings archived entries back, protected for 30 days; the archive loses their lines.',
    params: z.strictObject({
      workspace,
      items: z.array(restoreItemSchema).min(1).max(10_000),
      /** True to archive entries to make room. Without it, going over the limit is refused with `over_limit`. */
      makeRoom: z.boolean().default(false),
      /** True to go over the limit and archive nothing. */
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
  'archive.changed': z.strictObject({ workspace, revision: z.int() }),
} as const;
