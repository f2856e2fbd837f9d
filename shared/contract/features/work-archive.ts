import { z } from 'zod';
import { findingSchema } from '../../formats/workflow/finding.ts';
import { changeSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';
import { placeSchema, workflowIdSchema } from './work.ts';

/** Archived workflows: each a compressed archive of its folder, by the month in which it was created. */

/** `YYYY-MM`. */
export const monthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'a month is written 2026-08' });

/** Fields are null if its context doesn’t say, or if the archive can’t be read. */
const archivedWorkflowSchema = z.strictObject({
  id: workflowIdSchema,
  month: monthSchema,
  /** Place it was in, and returns to when restored. */
  where: placeSchema,
  type: z.string().nullable(),
  /** Day of its session, as `YYYY-MM-DD`; null if unknown, also for those archived before that was noted. */
  date: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  version: z.string().nullable(),
  bytes: z.int(),
  /** Reason it can’t be read; null if it can, as far as is known. */
  problem: z.string().nullable(),
});
export type ArchivedWorkflow = z.infer<typeof archivedWorkflowSchema>;

const id = workflowIdSchema;
const change = changeSchema.nullable();
/** Details lost when it is restored: `several_names`, by the path in its folder. */
const lost = z.array(findingSchema);
const namedSchema = z.strictObject({ id, month: monthSchema });

export const workArchiveMethods = {
  'work.archived': () => ({
    about: 'The workflows that were archived, by the month in which they were created, the newest first.',
    params: z.strictObject({
      workspace,
      month: monthSchema.optional(),
      ...page,
    }),
    result: z.strictObject({
      folder: z.string(),
      /** Months with the number of workflows in each, the newest first. */
      months: z.array(z.strictObject({ month: monthSchema, count: z.int() })),
      /** Number of all, in that month or in total. */
      total: z.int(),
      workflows: z.array(archivedWorkflowSchema),
      /** Problems in the indexes of these months. */
      findings: z.array(findingSchema),
    }),
  }),
  'work.archive': () => ({
    about:
      'Packs the folder of a workflow, active or completed, into an archive, and takes it away. `work.restore` brings it back bit for bit.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({ archived: archivedWorkflowSchema, change, findings: lost }),
  }),
  'work.archiveDue': () => ({
    about: 'Archives the workflows that were completed longer ago than the settings say. Reports those that can’t be.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      archived: z.array(archivedWorkflowSchema),
      failed: z.array(z.strictObject({ id, why: z.string() })),
      findings: lost,
    }),
  }),
  'work.restore': () => ({
    about:
      'Brings an archived workflow back to where it was, bit for bit. `value_invalid` for an archive that is damaged, which stays; `key_exists` where its folder is there; `text_conflict` where another program changed the archive since it was written.',
    params: z.strictObject({
      workspace,
      id,
      /** True to restore it as it is now, though somebody changed the archive. */
      changed: z.boolean().default(false),
    }),
    result: z.strictObject({
      where: placeSchema,
      folder: z.string(),
      change,
    }),
  }),
  'work.previewRemoval': () => ({
    about: 'The archived workflows that are old enough to be removed. None as long as that is off in the settings.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      /** Age in days for removal; null if nothing is ever removed. */
      days: z.int().nullable(),
      bytes: z.int(),
      workflows: z.array(archivedWorkflowSchema),
    }),
  }),
  'work.removeArchived': () => ({
    about: 'Removes archived workflows for good: of those named, the ones that `work.previewRemoval` has.',
    params: z.strictObject({ workspace, workflows: z.array(namedSchema).min(1).max(100_000) }),
    result: z.strictObject({ removed: z.array(namedSchema), kept: z.array(namedSchema.extend({ why: z.string() })) }),
  }),
} as const;
