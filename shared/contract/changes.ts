import { z } from 'zod';
import { aboutSchema } from '../entries/about.ts';
import { categorySchema, confidenceSchema, entryRefSchema } from '../entries/entry.ts';
import { calendarDay } from './fields.ts';

/** Changes to the entries of a memory, their previews and their results. */

export const changeSchema = z.strictObject({
  /** Id for `context.undo`. */
  id: z.string(),
  /** Description in a person's words: "Deleted “language”". */
  label: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

export const operationSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('edit'),
    entry: entryRefSchema,
    value: z.string().optional(),
    /** Null turns it into prose. */
    key: z.string().nullable().optional(),
    /** Origin of the entry; a person's edit of value or key otherwise becomes `user_correction`. */
    source: z.string().optional(),
  }),
  z.strictObject({ op: z.literal('confidence'), entry: entryRefSchema, confidence: confidenceSchema }),
  z.strictObject({
    op: z.literal('move'),
    entry: entryRefSchema,
    /** Null if the format has no sections of categories; then a heading is named. */
    category: categorySchema.nullable(),
    section: z.string().optional(),
  }),
  /** Moves the entry to where it is read first: before all others under its heading, or before all others. */
  z.strictObject({ op: z.literal('raise'), entry: entryRefSchema, to: z.enum(['heading', 'top']) }),
  z.strictObject({ op: z.literal('pin'), entry: entryRefSchema, pinned: z.boolean() }),
  /** Protects it from archiving for size through a day; null ends that. `invalid_request` if nothing is archived. */
  z.strictObject({ op: z.literal('protect'), entry: entryRefSchema, until: calendarDay.nullable() }),
  /** The person says that it is right, or no longer says so. */
  z.strictObject({ op: z.literal('confirm'), entry: entryRefSchema, confirmed: z.boolean() }),
  /** The person says who or what it is about, other than them; null: it is about them, or unknown. */
  z.strictObject({ op: z.literal('about'), entry: entryRefSchema, about: aboutSchema.nullable() }),
  z.strictObject({ op: z.literal('archive'), entry: entryRefSchema }),
  z.strictObject({ op: z.literal('delete'), entry: entryRefSchema }),
  z.strictObject({
    op: z.literal('add'),
    /** Null if the format has no sections of categories. */
    category: categorySchema.nullable(),
    /** Heading for it there; chosen by the format if left out. */
    section: z.string().optional(),
    key: z.string().nullable(),
    value: z.string(),
    confidence: confidenceSchema.optional(),
    source: z.string().optional(),
    /** Left out if the format has no place for it. */
    about: aboutSchema.optional(),
  }),
]);
export type Operation = z.infer<typeof operationSchema>;

export const contextUpdateSchema = z.strictObject({
  category: categorySchema,
  key: z.string(),
  value: z.string(),
  confidence: confidenceSchema,
  source: z.string(),
});

/** Update an assistant asks to remember; same shape as the updates of older writers. */
export type ContextUpdate = z.infer<typeof contextUpdateSchema>;

export const entryBriefSchema = z.strictObject({
  category: categorySchema.nullable(),
  key: z.string().nullable(),
  value: z.string(),
  date: z.string().nullable(),
  confidence: confidenceSchema,
  raw: z.string(),
  tokens: z.int(),
});
export type EntryBrief = z.infer<typeof entryBriefSchema>;

/** Few: nobody reads more, and the preview is repeated while someone types. All could be megabytes. */
export const maxNamedInImpact = 100;

/** Preview of a set of operations. */
export const impactSchema = z.strictObject({
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  /** Null if the limit is unknown. */
  limit: z.int().nullable(),
  /** First entries that would have to leave for the result to fit, in the order they leave. Empty if it fits. */
  wouldLeave: z.array(entryBriefSchema).max(maxNamedInImpact),
  wouldLeaveCount: z.int(),
  /** True if it stays over the limit although every entry that may leave has left. */
  staysOver: z.boolean(),
  /** Number of entries the assistant never reads, because it stops before them; null if it reads all, however long. */
  cutBefore: z.int().nullable(),
  cutAfter: z.int().nullable(),
  /** Other archives with the text of a deletion. */
  alsoIn: z.array(z.strictObject({ raw: z.string(), archive: z.string() })),
});
export type Impact = z.infer<typeof impactSchema>;

export const repairPreviewSchema = z.strictObject({
  /** Numbers of entries that read the same afterwards, and of the others. */
  entries: z.strictObject({ kept: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
  removed: z.array(entryBriefSchema).max(maxNamedInImpact),
  /** True if another copy of each of those stays. */
  removedAreCopies: z.boolean(),
  /** First stretches of changed lines, each cut to 2,000 characters, and the line at which each begins. */
  changes: z.array(z.strictObject({ line: z.int(), before: z.string(), after: z.string() })).max(maxNamedInImpact),
  changeCount: z.int(),
});
export type RepairPreview = z.infer<typeof repairPreviewSchema>;

export const changeResultSchema = z.strictObject({
  /** Null if nothing changed in meaning, and so nothing was written. */
  change: changeSchema.nullable(),
  revision: z.int(),
  /** Entries the size rule archived along with it. */
  archived: z.array(entryBriefSchema),
  /** Remarks, such as the same key in another category. */
  notes: z.array(z.string()),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;
