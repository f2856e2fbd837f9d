import { z } from 'zod';
import { formatIds } from '../capabilities.ts';
import { page, workspaceIdSchema as workspace } from '../fields.ts';

/** Memories of every assistant on this computer, read in place; nothing is opened or written. */

const projectSchema = z.strictObject({
  name: z.string(),
  /** Folder; null if unknown. */
  path: z.string().nullable(),
  /** True if its folder wasn’t found; `name` is then a path guessed from conversations, files or the folder’s name. */
  isGuess: z.boolean(),
});

export const whichMemorySchema = z.strictObject({
  /** Path that opens it: a file, or the folder of a workspace. */
  path: z.string(),
  /** Name, unique within assistant and project. */
  name: z.string(),
  /** Null if unknown. */
  assistant: z.string().nullable(),
  /** Role for that assistant, in a person’s words: "Project memory", "Instructions". */
  kind: z.string(),
  /** Null if it belongs to no project. */
  project: projectSchema.nullable(),
});
export type WhichMemory = z.infer<typeof whichMemorySchema>;

const fillSchema = z.strictObject({
  used: z.int(),
  /** Limit above which its assistant ignores the rest. */
  limit: z.int(),
  unit: z.enum(['tokens', 'lines', 'bytes', 'characters']),
});
export type Fill = z.infer<typeof fillSchema>;

/** Numbers of open questions to the person in a memory opened before, and in its folder. */
const waitingSchema = z.strictObject({
  /** Corrections, confirmations and pins of theirs that other programs overwrote or left out. */
  overwritten: z.int(),
  /** Updates of assistants that contradict a correction. */
  held: z.int(),
  /** Workflows that wait for an answer, failed, are blocked or damaged, or are unsure. */
  work: z.int(),
  /** Agents' files that no agent can read; rows of a database are not checked. */
  damaged: z.int(),
});
export type WaitingCounts = z.infer<typeof waitingSchema>;
export const nothingWaits: WaitingCounts = { overwritten: 0, held: 0, work: 0, damaged: 0 };

/**
 * `unreadable`: `problem` says why; `overwritten`, `held`, `work`, `damaged`: by `waiting`; `over_limit`: by its
 * `fill`; `form`: its program may refuse it; `topics`: lines and topic files that don't lead to each other; `unclosed`:
 * a code block or comment that never ends, so that the text behind it is no entry; `news`: it changed since the person
 * last looked at it here.
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
export type MemoryNeed = z.infer<typeof needSchema>;

const memorySchema = whichMemorySchema.extend({
  /** Null if it can’t be opened. */
  format: z.enum(formatIds).nullable(),
  /** True if the person chose the format, rather than it being recognised. */
  chosen: z.boolean(),
  /** Null if it was not read. */
  entries: z.int().nullable(),
  /** Further files that belong to it: topics, daily notes. */
  files: z.int(),
  /** Null if the limit of its assistant is unknown. */
  fill: fillSchema.nullable(),
  /** Time any of its files was last written, in milliseconds since 1970; null if unknown. */
  modifiedAt: z.number().nullable(),
  /** Reason it was not read, in a sentence; null if it was. */
  problem: z.string().nullable(),
  /** Reason it can only be read, in a sentence; null if it can be written. */
  readOnlyReason: z.string().nullable(),
  needs: z.array(needSchema),
  waiting: waitingSchema,
  recent: z.boolean(),
});
export type Memory = z.infer<typeof memorySchema>;

const foundEntrySchema = z.strictObject({
  memory: whichMemorySchema,
  /** File it is in, which may not be the memory’s main one. */
  file: z.string(),
  /** Link name of the topic file it is in; null in any other file. */
  topic: z.string().nullable(),
  /** Index among the entries of that file; null for a line behind an unclosed code block or comment. */
  index: z.int().nullable(),
  section: z.string(),
  key: z.string().nullable(),
  /** Value, or the part around the match if it is long. */
  value: z.string(),
});
export type FoundEntry = z.infer<typeof foundEntrySchema>;

/** Memory that holds a text, in an entry, elsewhere, or in its archive. */
const holdingSchema = z.strictObject({
  memory: whichMemorySchema,
  lines: z.int().min(1),
  /** First entry of its files that says it; null if only its archive or other lines do. */
  first: foundEntrySchema.nullable(),
});
export type MemoryHolding = z.infer<typeof holdingSchema>;

/** Place where a search continues: the memory, and the number of its entries already returned. */
const searchPlaceSchema = z.strictObject({ path: z.string(), skip: z.int().min(0) });

const unread = z.array(z.strictObject({ path: z.string(), problem: z.string() }));

export const memoriesMethods = {
  'memories.list': () => ({
    about:
      'All memories on this computer, by assistant, each read where it is. Without a revision it looks for them again; further pages name the revision of the first.',
    params: z.strictObject({
      revision: z.int().optional(),
      /** True to list only those opened before. */
      recent: z.boolean().optional(),
      offset: page.offset,
      /** Small by default, since a page is read before it is answered. */
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
      /** Progress in memories. */
      searched: z.strictObject({ done: z.int(), total: z.int() }),
      /** Memories that could not be searched, and why. */
      unread,
    }),
  }),
  'memories.holding': () => ({
    about:
      'The other memories on this computer whose files have a text, as erasing finds it. It erases in the open one alone.',
    params: z.strictObject({
      workspace,
      /** Text in each of its forms. */
      texts: z.array(z.string().min(1).max(100_000)).min(1).max(100),
    }),
    result: z.strictObject({ holding: z.array(holdingSchema), unread }),
  }),
} as const;
