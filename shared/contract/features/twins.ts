import { z } from 'zod';
import { entryFieldsSchema, entryRefSchema } from '../../entries/entry.ts';
import { twinKinds } from '../../twins/find-twins.ts';
import { changeResultSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';

/** Entries of a memory that may be one: said twice, or contradicting each other. */

export const twinSchema = entryFieldsSchema.omit({ ownConfidence: true, topic: true, words: true, bracketWords: true });
export type Twin = z.infer<typeof twinSchema>;

const twinsSchema = z.strictObject({
  /** Id made of their text: other words are other twins. */
  id: z.string(),
  /** `key`: one key with several values; `same`: one text more than once; `near`: texts that are almost the same. */
  kind: z.enum(twinKinds),
  /** First 20 in file order, on which answers act. */
  entries: z.array(twinSchema).min(2),
  count: z.int(),
  /** Index of the entry to keep by `entries`: a pinned one, then by confirmation, sureness, date, length. */
  suggested: z.int(),
  /** Initial text for a merged entry. */
  merged: z.string(),
  right: z.boolean(),
});
export type TwinsView = z.infer<typeof twinsSchema>;

export const twinsMethods = {
  'twins.list': () => ({
    about:
      'Entries of the memory that may be one: the same key with several values, the same text twice, texts that are almost the same. Looked for from the first call on.',
    params: z.strictObject({
      workspace,
      ...page,
      /** True to answer only once all entries are compared, rather than with the twins found so far. */
      wait: z.boolean().default(false),
    }),
    result: z.strictObject({
      /** Twins in file order, those that are not right first. */
      twins: z.array(twinsSchema),
      total: z.int(),
      /** Number of all twins the person has not said are right. */
      open: z.int(),
      /** True if all entries were compared as they are now; `twins.changed` says when. */
      isWhole: z.boolean(),
    }),
  }),
  'twins.settle': () => ({
    about:
      'Answers twins, as one step that can be undone: one is kept and the others are deleted, or one gets a text for all of them. Or says that all are right, which holds until one of them reads otherwise, and takes that back.',
    params: z.strictObject({
      workspace,
      id: z.string(),
      answer: z.discriminatedUnion('choice', [
        z.strictObject({ choice: z.literal('keep'), entry: entryRefSchema }),
        z.strictObject({ choice: z.literal('merge'), entry: entryRefSchema, value: z.string() }),
        z.strictObject({ choice: z.literal('right') }),
        z.strictObject({ choice: z.literal('undecided') }),
      ]),
    }),
    result: changeResultSchema,
  }),
} as const;

export const twinsEvents = {
  /** There are more or fewer twins, or all entries were compared. */
  'twins.changed': z.strictObject({ workspace }),
} as const;
