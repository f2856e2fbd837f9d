import { z } from 'zod';
import { aboutSchema } from './about.ts';

/** Categories of entries, in the order of their sections in a context file. */
export const categories = ['preference', 'pattern', 'fact', 'insight'] as const;
export const categorySchema = z.enum(categories);
export type Category = z.infer<typeof categorySchema>;

/** Names of the categories' sections, in a file's headings and for several entries together. */
export const sectionNames: Readonly<Record<Category, string>> = {
  preference: 'Preferences',
  pattern: 'Patterns',
  fact: 'Facts',
  insight: 'Insights',
};

/** Confidences, surest first. */
export const confidences = ['certain', 'likely', 'tentative'] as const;
export const confidenceSchema = z.enum(confidences);
export type Confidence = z.infer<typeof confidenceSchema>;

/** Confidence of a category's entries that give none. */
export const defaultConfidence: Readonly<Record<Category, Confidence>> = {
  preference: 'certain',
  pattern: 'likely',
  fact: 'certain',
  insight: 'tentative',
};

const flagsSchema = z.strictObject({
  /** Set if the size rule must never archive it. */
  pinned: z.boolean(),
  /** Protected from the size rule up to and including this day (`YYYY-MM-DD`). */
  until: z.string().nullable(),
  /** Archived by a person's own action rather than for size. */
  byHand: z.boolean(),
  /** A person raised its confidence by hand, which counts as much as a correction. */
  confirmed: z.boolean(),
  /** Set if its date is not the day it was learned: that is unknown, and a bracket has to begin with one. */
  undated: z.boolean(),
  /** Subject, if it is not the person; null if it is, or if none is given. */
  about: aboutSchema.nullable(),
  /** Flags of other writers, kept unchanged. */
  other: z.array(z.string()),
});
export type Flags = z.infer<typeof flagsSchema>;

/** Reference to an entry by content, never by index. `raw` is what the caller saw; otherwise: `entry_changed`. */
export const entryRefSchema = z.strictObject({
  /** Null for entries under no known section. */
  category: categorySchema.nullable(),
  key: z.string().nullable(),
  /** Lines of the entry in the file, without the last line end. */
  raw: z.string(),
  /** Index among identical ones of the same category, from 0 in file order. */
  ordinal: z.int().min(0),
});
export type EntryRef = z.infer<typeof entryRefSchema>;

export const entryFieldsSchema = z.strictObject({
  category: categorySchema.nullable(),
  /** Heading of the entry as written; empty before any heading. */
  section: z.string(),
  /** Null for prose. */
  key: z.string().nullable(),
  /** Text after the key, or all of it for prose; continuation lines joined by `\n`. */
  value: z.string(),
  confidence: confidenceSchema,
  /** False if the section's default is used. */
  ownConfidence: z.boolean(),
  /** Day the entry was first added, `YYYY-MM-DD`; null if unknown. */
  date: z.string().nullable(),
  /** Null if unknown (missing, or the older reader's `parsed_from_file`). */
  source: z.string().nullable(),
  flags: flagsSchema,
  /** Name of the file beside the memory with its details, if the format has such. */
  topic: z.string().optional(),
  raw: z.string(),
  ordinal: z.int().min(0),
  /** Words of `raw`, the unit of the token estimate. */
  words: z.int().min(0),
  /** Words of the bracket among `words`, counted as overhead in the gauge. */
  bracketWords: z.int().min(0),
});
/** Fact the assistant has learned, as a format reads it. */
export type EntryFields = z.infer<typeof entryFieldsSchema>;

/** Entry as interfaces get it: weighed by the measure that the workspace's settings ask for. */
export const weighedFieldsSchema = entryFieldsSchema.omit({ words: true, bracketWords: true }).extend({
  /** Weight of `raw`: words for the estimate, tokens if they are counted. Removing the entry frees exactly that. */
  weight: z.int().min(0),
  /** Part of it that is not key and value, counted as overhead in the gauge. */
  overhead: z.int().min(0),
});

/** Half-open range of UTF-16 offsets into the file's text, byte order mark included. */
export type Range = { readonly from: number; readonly to: number };

export type Entry = EntryFields & {
  /** Lines of the entry, without the last line end. */
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

export const refOf = ({ category, key, raw, ordinal }: EntryRef): EntryRef => ({ category, key, raw, ordinal });

export const sameRef = (one: EntryRef, other: EntryRef): boolean =>
  one.raw === other.raw && one.category === other.category && one.ordinal === other.ordinal;
