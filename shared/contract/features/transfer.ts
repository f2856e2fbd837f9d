import { z } from 'zod';
import { categorySchema, entryRefSchema } from '../../entries/entry.ts';
import { transferLosses } from '../../transfer/transfer.ts';
import { changeResultSchema, impactSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';

/** From one memory into another, and what stands in several. */

const destination = {
  workspace,
  entries: z.array(entryRefSchema).min(1).max(1000),
  /** What opens the other memory. */
  to: z.string().min(1),
  /** For entries without a category, where the other memory has sections. */
  category: categorySchema.default('fact'),
  /** A heading, where it has free ones. */
  section: z.string().optional(),
};

const intoSchema = z.strictObject({
  /** What the other memory is called. */
  name: z.string(),
  /** What of them its form has no place for. */
  losses: z.array(z.enum(transferLosses)),
  /** How many it says already, which are left out. */
  same: z.int(),
  /** Keys by which it says something else. */
  differs: z.array(z.string()),
});

const placeResultSchema = z.strictObject({
  path: z.string(),
  name: z.string(),
  /** Null where nothing was changed; then `problem` says why. */
  change: changeResultSchema.nullable(),
  problem: z.string().nullable(),
});
export type PlaceResult = z.infer<typeof placeResultSchema>;

export const transferMethods = {
  'transfer.preview': () => ({
    about:
      'What copying entries to another memory would do: what its form loses of them, what it knows, what it comes to.',
    params: z.strictObject(destination),
    result: intoSchema.extend({
      /** Null where nothing would be added. */
      impact: impactSchema.nullable(),
      /** Whether headings can be named there, and sections of categories. */
      headings: z.array(z.string()).nullable(),
      sections: z.boolean(),
    }),
  }),
  'transfer.carryOut': () => ({
    about: 'Copies entries to another memory, in its form, and removes them here if they are to move: a step in each.',
    params: z.strictObject({ ...destination, remove: z.boolean().default(false) }),
    result: intoSchema.extend({
      added: changeResultSchema.nullable(),
      /** Null where nothing was to be removed. */
      removed: changeResultSchema.nullable(),
    }),
  }),
  'transfer.undo': () => ({
    about: 'Undoes what was copied or moved in both memories: what was removed is here again before it leaves there.',
    params: z.strictObject({
      workspace,
      to: destination.to,
      /** The changes that `transfer.carryOut` told of; null where it made none. */
      added: z.string().nullable(),
      removed: z.string().nullable(),
    }),
    result: z.strictObject({}),
  }),
  'transfer.alike': () => ({
    about: 'The other memories on this computer that say the same as an entry.',
    params: z.strictObject({ workspace, entry: entryRefSchema }),
    result: z.strictObject({
      alike: z.array(z.strictObject({ path: z.string(), name: z.string(), text: z.string(), writable: z.boolean() })),
      unread: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'transfer.correctAlike': () => ({
    about: 'Corrects an entry here and in other memories that say the same: a step in each, and a result for each.',
    params: z.strictObject({
      workspace,
      entry: entryRefSchema,
      value: z.string(),
      /** What opens the others. */
      paths: z.array(z.string()).max(100),
    }),
    result: z.strictObject({ results: z.array(placeResultSchema) }),
  }),
} as const;
