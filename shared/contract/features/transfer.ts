import { z } from 'zod';
import { categorySchema, entryRefSchema } from '../../entries/entry.ts';
import { transferLosses } from '../../transfer/transfer.ts';
import { changeResultSchema, impactSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';

const destination = {
  workspace,
  entries: z.array(entryRefSchema).min(1).max(1000),
  to: z.string().min(1),
  /** Category for entries without one, if the other memory has sections. */
  category: categorySchema.default('fact'),
  /** Heading, if it has free ones. */
  section: z.string().optional(),
};

const intoSchema = z.strictObject({
  name: z.string(),
  losses: z.array(z.enum(transferLosses)),
  /** Number of entries it has already, which are left out. */
  same: z.int(),
  /** Keys under which it says something else. */
  differs: z.array(z.string()),
});

const placeResultSchema = z.strictObject({
  path: z.string(),
  name: z.string(),
  /** Null if nothing was changed; then `problem` says why. */
  change: changeResultSchema.nullable(),
  problem: z.string().nullable(),
});
export type PlaceResult = z.infer<typeof placeResultSchema>;

export const transferMethods = {
  'transfer.preview': () => ({
    about: 'Previews copying entries to another memory: what its form loses of them, what it knows, its size after.',
    params: z.strictObject(destination),
    result: intoSchema.extend({
      /** Null if nothing would be added. */
      impact: impactSchema.nullable(),
      /** Headings that can be named there; `sections` is true if it has those of categories. */
      headings: z.array(z.string()).nullable(),
      sections: z.boolean(),
    }),
  }),
  'transfer.carryOut': () => ({
    about: 'Copies entries to another memory, in its form, and removes them here if they are to move: a step in each.',
    params: z.strictObject({ ...destination, remove: z.boolean().default(false) }),
    result: intoSchema.extend({
      added: changeResultSchema.nullable(),
      /** Null if nothing was to be removed. */
      removed: changeResultSchema.nullable(),
    }),
  }),
  'transfer.undo': () => ({
    about: 'Undoes what was copied or moved in both memories: what was removed is here again before it leaves there.',
    params: z.strictObject({
      workspace,
      to: destination.to,
      /** Changes from the answer of `transfer.carryOut`; null if it made none. */
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
      paths: z.array(z.string()).max(100),
    }),
    result: z.strictObject({ results: z.array(placeResultSchema) }),
  }),
} as const;
