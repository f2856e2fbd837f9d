import { z } from 'zod';
import { aboutSchema } from '../entries/about.ts';
import { categorySchema, confidenceSchema, entryRefSchema } from '../entries/entry.ts';
import { calendarDay } from './fields.ts';

/** What can be done to the entries of a memory, what that would mean, and what came of it. */

export const changeSchema = z.strictObject({
  /** For `context.undo`. */
  id: z.string(),
  /** What it did, in a person's words: "Deleted “language”". */
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
    /** Where it came from; a person's edit of value or key otherwise becomes `user_correction`. */
    source: z.string().optional(),
  }),
  z.strictObject({ op: z.literal('confidence'), entry: entryRefSchema, confidence: confidenceSchema }),
  z.strictObject({
    op: z.literal('move'),
    entry: entryRefSchema,
    /** Null where the format has no sections of categories; then a heading is named. */
    category: categorySchema.nullable(),
    section: z.string().optional(),
  }),
  /** To where it is read first: before all others under its heading, or before all others. */
  z.strictObject({ op: z.literal('raise'), entry: entryRefSchema, to: z.enum(['heading', 'top']) }),
  z.strictObject({ op: z.literal('pin'), entry: entryRefSchema, pinned: z.boolean() }),
  /** Not archived for size up to and including a day; null takes that back. Where nothing is archived for size: `invalid_request`. */
  z.strictObject({ op: z.literal('protect'), entry: entryRefSchema, until: calendarDay.nullable() }),
  /** The person says that it is right, or no longer says so. */
  z.strictObject({ op: z.literal('confirm'), entry: entryRefSchema, confirmed: z.boolean() }),
  /** The person says who or what it is about, other than them; null: it is about them, or nobody knows. */
  z.strictObject({ op: z.literal('about'), entry: entryRefSchema, about: aboutSchema.nullable() }),
  z.strictObject({ op: z.literal('archive'), entry: entryRefSchema }),
  z.strictObject({ op: z.literal('delete'), entry: entryRefSchema }),
  z.strictObject({
    op: z.literal('add'),
    /** Null where the format has no sections of categories. */
    category: categorySchema.nullable(),
    /** The heading to stand under, there; where the format puts it if left out. */
    section: z.string().optional(),
    key: z.string().nullable(),
    value: z.string(),
    confidence: confidenceSchema.optional(),
    source: z.string().optional(),
    /** Left out where the format has no place for it. */
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

/** What an assistant asks to remember; same shape as the updates of older writers. */
export type ContextUpdate = z.infer<typeof contextUpdateSchema>;

/** An entry in short, for lists of consequences. */
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

/** Nobody reads more, and it is asked again while someone types: of a file far over its limit, all would be megabytes. */
export const maxNamedInImpact = 100;

/** What a set of operations would do, before anything is done. */
export const impactSchema = z.strictObject({
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  /** Null where nobody says how much fits. */
  limit: z.int().nullable(),
  /** The first of what would have to leave for the result to fit, in the order it leaves. Empty when it fits. */
  wouldLeave: z.array(entryBriefSchema).max(maxNamedInImpact),
  wouldLeaveCount: z.int(),
  /** True when it stays over the limit although everything that may leave has left. */
  staysOver: z.boolean(),
  /** How many entries the assistant never reads, because it stops before them; null where it reads all, however long. */
  cutBefore: z.int().nullable(),
  cutAfter: z.int().nullable(),
  /** Deleting: where else the same text stands. */
  alsoIn: z.array(z.strictObject({ raw: z.string(), archive: z.string() })),
});
export type Impact = z.infer<typeof impactSchema>;

/** What a repair would make of the file, before it is made. */
export const repairPreviewSchema = z.strictObject({
  /** How many entries read the same afterwards, and how many not. */
  entries: z.strictObject({ kept: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
  /** The first of those that are removed. */
  removed: z.array(entryBriefSchema).max(maxNamedInImpact),
  /** Whether another of each of those stays. */
  removedAreCopies: z.boolean(),
  /** The first stretches of lines that change, each cut to 2,000 characters, and the line at which it begins. */
  changes: z.array(z.strictObject({ line: z.int(), before: z.string(), after: z.string() })).max(maxNamedInImpact),
  changeCount: z.int(),
});
export type RepairPreview = z.infer<typeof repairPreviewSchema>;

export const changeResultSchema = z.strictObject({
  /** Null when nothing changed in meaning, and so nothing was written. */
  change: changeSchema.nullable(),
  revision: z.int(),
  /** What the size rule archived along with it. */
  archived: z.array(entryBriefSchema),
  /** Things worth saying: the same key in another category, for one. */
  notes: z.array(z.string()),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;
