import { z } from 'zod';
import { aboutSchema } from './about.ts';

/** The four kinds of entry, in the order their sections stand in a context file. */
export const categories = ['preference', 'pattern', 'fact', 'insight'] as const;
export const categorySchema = z.enum(categories);
export type Category = z.infer<typeof categorySchema>;

/** What the section of a category is called, in a file's headings and wherever several of its entries are meant. */
export const sectionNames: Readonly<Record<Category, string>> = {
  preference: 'Preferences',
  pattern: 'Patterns',
  fact: 'Facts',
  insight: 'Insights',
};

/** How sure the assistant is, surest first. */
export const confidences = ['certain', 'likely', 'tentative'] as const;
export const confidenceSchema = z.enum(confidences);
export type Confidence = z.infer<typeof confidenceSchema>;

/** What a category's section says of its entries where they say nothing themselves. */
export const defaultConfidence: Readonly<Record<Category, Confidence>> = {
  preference: 'certain',
  pattern: 'likely',
  fact: 'certain',
  insight: 'tentative',
};

const flagsSchema = z.strictObject({
  /** Never archived by the size rule. */
  pinned: z.boolean(),
  /** Protected from the size rule up to and including this day (`YYYY-MM-DD`). */
  until: z.string().nullable(),
  /** Archived by a person's own action rather than for size. */
  byHand: z.boolean(),
  /** A person raised its confidence by hand, which counts as much as a correction. */
  confirmed: z.boolean(),
  /** The date before it is none it was learned on: nobody knows that, and a bracket has to begin with one. */
  undated: z.boolean(),
  /** Who or what it is about, where that is not the person; null where it is, or where nobody said. */
  about: aboutSchema.nullable(),
  /** Flags of other writers, kept as they stand. */
  other: z.array(z.string()),
});
export type Flags = z.infer<typeof flagsSchema>;

/** Names an entry by content, never by index. `raw` is what the caller saw; if it reads otherwise: `entry_changed`. */
export const entryRefSchema = z.strictObject({
  /** Null for entries that stand under no known section. */
  category: categorySchema.nullable(),
  key: z.string().nullable(),
  /** The entry's lines as they stand in the file, without the last line end. */
  raw: z.string(),
  /** Which of several identical ones in the same category, counted from 0 in file order. */
  ordinal: z.int().min(0),
});
export type EntryRef = z.infer<typeof entryRefSchema>;

export const entryFieldsSchema = z.strictObject({
  category: categorySchema.nullable(),
  /** Heading the entry stands under as written; empty before any heading. */
  section: z.string(),
  /** Null for prose. */
  key: z.string().nullable(),
  /** The text after the key, or all of it for prose; continuation lines joined by `\n`. */
  value: z.string(),
  confidence: confidenceSchema,
  /** False where the section's default stands in. */
  ownConfidence: z.boolean(),
  /** `YYYY-MM-DD` the entry was first added; null if unknown. */
  date: z.string().nullable(),
  /** Null if unknown (missing, or the older reader's `parsed_from_file`). */
  source: z.string().nullable(),
  flags: flagsSchema,
  /** Name of the file beside the memory that says more of it, where the format has such. */
  topic: z.string().optional(),
  raw: z.string(),
  ordinal: z.int().min(0),
  /** Words of `raw`, the unit of the token estimate. */
  words: z.int().min(0),
  /** Those of `words` that belong to the bracket, counted as overhead in the gauge. */
  bracketWords: z.int().min(0),
});
/** One thing the assistant has learned, as a format reads it. */
export type EntryFields = z.infer<typeof entryFieldsSchema>;

/** An entry as interfaces get it: weighed by the measure that the workspace's settings ask for. */
export const weighedFieldsSchema = entryFieldsSchema.omit({ words: true, bracketWords: true }).extend({
  /** What `raw` weighs: words for the estimate, tokens where they are counted. Removing the entry frees exactly that. */
  weight: z.int().min(0),
  /** What of that is not key and value, counted as overhead in the gauge. */
  overhead: z.int().min(0),
});

/** Half-open range of UTF-16 offsets into the file's text, byte order mark included. */
export type Range = { readonly from: number; readonly to: number };

/** An entry with its place in the text it was read from. */
export type Entry = EntryFields & {
  /** The lines of the entry, without the last line end. */
  readonly range: Range;
};

export const noFlags: Flags = {
  pinned: false,
  until: null,
  byHand: false,
  confirmed: false,
  undated: false,
  about: null,
  other: [],
};

export function refOf(entry: Pick<EntryFields, 'category' | 'key' | 'raw' | 'ordinal'>): EntryRef {
  return { category: entry.category, key: entry.key, raw: entry.raw, ordinal: entry.ordinal };
}

export function sameRef(one: EntryRef, other: EntryRef): boolean {
  return one.raw === other.raw && one.category === other.category && one.ordinal === other.ordinal;
}
