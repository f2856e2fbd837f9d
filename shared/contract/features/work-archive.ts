import { z } from 'zod';
import { findingSchema } from '../../formats/workflow/finding.ts';
import { changeSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';
import { placeSchema, workflowIdSchema } from './work.ts';

/** Workflows that were archived: each a compressed archive of its folder, by the month in which it was created. */

/** `YYYY-MM`. */
export const monthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'a month is written 2026-08' });

/** Null is for what its context doesn’t say, and for all of an archive that can’t be read. */
const archivedWorkflowSchema = z.strictObject({
  id: workflowIdSchema,
  month: monthSchema,
  /** Where it was, and is again once it is restored. */
  where: placeSchema,
  type: z.string().nullable(),
  /** Of its session, as `YYYY-MM-DD`; null also where it was archived before that was noted. */
  date: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  archivedAt: z.string().nullable(),
  version: z.string().nullable(),
  /** Of its archive. */
  bytes: z.int(),
  /** Why it can’t be read; null where it can, as far as anyone looked. */
  problem: z.string().nullable(),
});
export type ArchivedWorkflow = z.infer<typeof archivedWorkflowSchema>;

const id = workflowIdSchema;
/** By which it is undone. */
const change = changeSchema.nullable();
/** What will not be as it was once it is restored: `several_names`, by the path in its folder. */
const lost = z.array(findingSchema);
const namedSchema = z.strictObject({ id, month: monthSchema });

export const workArchiveMethods = {
  'work.archived': () => ({
    about: 'The workflows that were archived, by the month in which they were created, the newest first.',
    params: z.strictObject({
      workspace,
      /** Only those created in it. */
      month: monthSchema.optional(),
      ...page,
    }),
    result: z.strictObject({
      /** Where their archives are. */
      folder: z.string(),
      /** Every month with how many it has, the newest first. */
      months: z.array(z.strictObject({ month: monthSchema, count: z.int() })),
      /** How many there are, of that month or of all. */
      total: z.int(),
      workflows: z.array(archivedWorkflowSchema),
      /** What is wrong with the indexes of these months. */
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
    about: 'Archives the workflows that were completed longer ago than the settings say. What can’t be is told.',
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
      /** Restores it as it is now, though somebody changed the archive. */
      changed: z.boolean().default(false),
    }),
    result: z.strictObject({
      where: placeSchema,
      /** Where its files are. */
      folder: z.string(),
      change,
    }),
  }),
  'work.previewRemoval': () => ({
    about: 'The archived workflows that are old enough to be removed. None as long as that is off in the settings.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      /** After so many days; null as long as nothing is ever removed. */
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
