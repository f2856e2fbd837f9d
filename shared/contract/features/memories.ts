import { z } from 'zod';
import { formatIds } from '../capabilities.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';

/** All memories on this computer, whichever assistant keeps them. They are read where they are; nothing is opened or written. */

const projectSchema = z.strictObject({
  name: z.string(),
  /** Its folder; null where nobody knows that. */
  path: z.string().nullable(),
  /**
   * True if its folder was not found. It is called by the path that its conversations or the memory’s files say, else by its path
   * below the home folder as the memory’s folder is called by it.
   */
  isGuess: z.boolean(),
});

const whichMemorySchema = z.strictObject({
  /** What opens it: a file, or the folder of a workspace. */
  path: z.string(),
  /** What it is called among those of its assistant and project. */
  name: z.string(),
  /** Null where nothing says whose it is. */
  assistant: z.string().nullable(),
  /** What it is to that assistant, in a person’s words: "Project memory", "Instructions". */
  kind: z.string(),
  /** Null where it belongs to no project. */
  project: projectSchema.nullable(),
});
export type WhichMemory = z.infer<typeof whichMemorySchema>;

const fillSchema = z.strictObject({
  used: z.int(),
  /** More than this its assistant does not take in. */
  limit: z.int(),
  unit: z.enum(['tokens', 'lines', 'bytes', 'characters']),
});
export type Fill = z.infer<typeof fillSchema>;

/** How much waits for the person in a memory that was opened before, and in its folder. */
const waitingSchema = z.strictObject({
  /** Corrections, confirmations and pins of theirs that other programs wrote over or left out. */
  overwritten: z.int(),
  /** Updates of assistants that speak against a correction. */
  held: z.int(),
  /** Workflows that wait for an answer, failed, are blocked or damaged, or are unsure. */
  work: z.int(),
  /** Files of what agents keep that no agent can read; rows of a database are not looked at. */
  damaged: z.int(),
});
export type Waiting = z.infer<typeof waitingSchema>;
export const nothingWaits: Waiting = { overwritten: 0, held: 0, work: 0, damaged: 0 };

/**
 * `unreadable`: `problem` says why; `overwritten`, `held`, `work`, `damaged`: by `waiting`; `over_limit`: by its `fill`; `form`: its
 * program may refuse it; `topics`: lines and topic files that don't lead to each other; `unclosed`: a code block or
 * comment that never ends, so that what is behind it is no entry; `news`: it changed since the person last
 * looked at it here.
 */
const needSchema = z.enum([
  'unreadable',
  'overwritten',
  'held',
  'work',
  'damaged',
  'over_limit',
  'form',
  'topics',
  'unclosed',
  'news',
]);
export type Need = z.infer<typeof needSchema>;

const memorySchema = whichMemorySchema.extend({
  /** Null where it is no file that could be opened. */
  format: z.enum(formatIds).nullable(),
  /** Whether that is what the person says it is, rather than what it is recognised as. */
  chosen: z.boolean(),
  /** Null where it was not read. */
  entries: z.int().nullable(),
  /** How many further files belong to it: topics, daily notes. */
  files: z.int(),
  /** Null where nobody says how much its assistant takes in. */
  fill: fillSchema.nullable(),
  /** When any of its files was last written, in milliseconds since 1970; null if unknown. */
  modifiedAt: z.number().nullable(),
  /** Why it was not read, in a sentence; null where it was. */
  problem: z.string().nullable(),
  /** Why it can only be read, in a sentence; null where it can be written. */
  readOnlyReason: z.string().nullable(),
  needs: z.array(needSchema),
  waiting: waitingSchema,
  /** Whether it is on the list of those opened before. */
  recent: z.boolean(),
});
export type Memory = z.infer<typeof memorySchema>;

const foundEntrySchema = z.strictObject({
  memory: whichMemorySchema,
  /** The file it stands in, which may be another than the memory’s main one. */
  file: z.string(),
  /** By what an entry of the memory names that file, so that it is part of what that says; null for any other file. */
  topic: z.string().nullable(),
  /** Its place among the entries of that file; null for a line that is none, behind a code block or comment that never ends. */
  index: z.int().nullable(),
  section: z.string(),
  key: z.string().nullable(),
  /** A part of it around what was found, where it is long. */
  value: z.string(),
});
export type FoundEntry = z.infer<typeof foundEntrySchema>;

/** A memory that holds a text, in an entry or not, or in its archive. */
const holdingSchema = z.strictObject({
  memory: whichMemorySchema,
  /** How many lines of its files hold it. */
  lines: z.int().min(1),
  /** The first entry of its files that says it; null where only its archive does, or what is no entry. */
  first: foundEntrySchema.nullable(),
});
export type Holding = z.infer<typeof holdingSchema>;

/** Where a search goes on: in a memory, after so many of its entries. */
const searchPlaceSchema = z.strictObject({ path: z.string(), skip: z.int().min(0) });

const unread = z.array(z.strictObject({ path: z.string(), problem: z.string() }));

export const memoriesMethods = {
  'memories.list': () => ({
    about:
      'All memories on this computer, by assistant, each read where it is. Without a revision it looks for them anew; further pages name the revision of the first.',
    params: z.strictObject({
      revision: z.int().optional(),
      /** Whether only those are listed that were opened before. */
      recent: z.boolean().optional(),
      offset: page.offset,
      /** A page is read before it is answered, so that fewer come sooner. */
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({ revision: z.int(), total: z.int(), memories: z.array(memorySchema) }),
  }),
  'memories.search': () => ({
    about:
      'Entries of all memories in which all words occur, some at a time: `next` says where to go on, null at the end.',
    params: z.strictObject({
      /** Words in any order and case. */
      text: z.string().min(1).max(1000),
      from: searchPlaceSchema.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({
      found: z.array(foundEntrySchema),
      next: searchPlaceSchema.nullable(),
      /** Of the memories. */
      searched: z.strictObject({ done: z.int(), total: z.int() }),
      /** What could not be searched, and why. */
      unread,
    }),
  }),
  'memories.holding': () => ({
    about:
      'The other memories on this computer in whose files a text stands, as erasing finds it. It erases in the open one alone.',
    params: z.strictObject({
      workspace,
      /** The text, in each of its forms. */
      texts: z.array(z.string().min(1).max(100_000)).min(1).max(100),
    }),
    result: z.strictObject({ holding: z.array(holdingSchema), unread }),
  }),
} as const;
