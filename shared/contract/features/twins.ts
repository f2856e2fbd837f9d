import { z } from 'zod';
import { entryFieldsSchema, entryRefSchema } from '../../entries/entry.ts';
import { twinKinds } from '../../twins/find-twins.ts';
import { changeResultSchema } from '../changes.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';

/** Entries of a memory that may be one: said twice, or in words that speak against each other. */

const twinSchema = entryFieldsSchema.pick({
  category: true,
  section: true,
  key: true,
  value: true,
  confidence: true,
  date: true,
  source: true,
  flags: true,
  raw: true,
  ordinal: true,
});
export type Twin = z.infer<typeof twinSchema>;

const twinsSchema = z.strictObject({
  /** Names them by what they say: other words are other twins. */
  id: z.string(),
  /** `key`: one key with several values; `same`: one text more than once; `near`: texts that are almost the same. */
  kind: z.enum(twinKinds),
  /** In file order; the first 20, on which answers act. */
  entries: z.array(twinSchema).min(2),
  /** How many there are. */
  count: z.int(),
  /** Which of `entries` to keep, as far as can be told: what is pinned, then confirmed, surest, latest, longest. */
  suggested: z.int(),
  /** A text for all of them, to begin with. */
  merged: z.string(),
  /** The person said that all of them are right. */
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
      /** Answer once all entries were compared, and not with what is known by now. */
      wait: z.boolean().default(false),
    }),
    result: z.strictObject({
      /** In file order, those that are not right first. */
      twins: z.array(twinsSchema),
      total: z.int(),
      /** How many of all the person has not said are right. */
      open: z.int(),
      /** Whether all entries were compared as they are now; `twins.changed` says when. */
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
