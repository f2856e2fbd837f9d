import { z } from 'zod';
import { nothing, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** What an assistant starts with, and the files it reads before the memory. */

const memoryFileSchema = z.strictObject({
  /** As the settings have it; of one that is imported, where it is. */
  path: z.string(),
  name: z.string(),
  /** Where that is, links resolved where there is something. */
  place: z.string(),
  /** `repeated`: it is read already, or is the memory itself; `unapproved`: outside the workspace. */
  state: z.enum(['read', 'empty', 'missing', 'unreadable', 'repeated', 'unapproved']),
  /** Where the memory, or a file that it imports, names it; null for one on the list in the settings. */
  imported: z.strictObject({ file: z.string(), line: z.int() }).nullable(),
  /** Whether it really lies outside the workspace, and so needs the person's approval. */
  outside: z.boolean(),
  /** Why it is not read, in a sentence; null where it is. */
  problem: z.string().nullable(),
  bytes: z.int().nullable(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number().nullable(),
  /** By the estimate of the memory's format; 0 where it is not read. */
  tokens: z.int(),
});
export type MemoryFile = z.infer<typeof memoryFileSchema>;

/** A part of the text an assistant starts with: its place in the whole, in UTF-16 units, and its tokens. */
const assistantPartSchema = z.strictObject({
  /** `guidance`: what belongs in the memory and what does not, and the day. */
  kind: z.enum(['file', 'guidance', 'context']),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  tokens: z.int(),
});

export const assistantMethods = {
  'assistant.read': () => ({
    about:
      'A piece of the exact text an assistant starts with: the memory files, each under its name, then what belongs in the memory, then the memory as numbered lines.',
    params: z.strictObject({
      workspace,
      /** Of further pieces: `revision_gone` if the text is another by now. */
      version: textVersionSchema.optional(),
      from: z.int().min(0).default(0),
    }),
    result: z.strictObject({
      version: textVersionSchema,
      text: z.string(),
      total: z.int(),
      parts: z.array(assistantPartSchema),
      tokens: z.strictObject({ total: z.int(), limit: z.int() }),
      /** Up to where the text is within the limit, in UTF-16 units. */
      fits: z.int(),
      /** The day it says it is. */
      today: z.string(),
      /** The files on the list that are no part of it, each with the reason. */
      skipped: z.array(memoryFileSchema),
      /** What to do where it is too much; null where it isn’t. */
      problem: z.string().nullable(),
      /** Why the memory is no part of it; null where it is. */
      withheld: z.string().nullable(),
      /** Why files that the settings list, or may list, are no part of it; null where all of them are. */
      listProblem: z.string().nullable(),
    }),
  }),
  'sources.list': () => ({
    about: 'The files an assistant reads before the memory, in order, with what each and all cost.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      files: z.array(memoryFileSchema),
      /** The memory itself, what is said about it, all together, and what that may be. */
      tokens: z.strictObject({ context: z.int(), guidance: z.int(), total: z.int(), limit: z.int() }),
      /** What to do where it is too much; null where it isn’t. */
      problem: z.string().nullable(),
      /** What of the list in the settings could not be understood; null where all of it was. */
      listProblem: z.string().nullable(),
    }),
  }),
  'sources.read': () => ({
    about: 'A piece of the text of such a file.',
    params: z.strictObject({ workspace, path: z.string(), from: z.int().min(0).default(0) }),
    result: z.strictObject({ text: z.string(), total: z.int() }),
  }),
  'sources.approve': () => ({
    about:
      'Lets a place outside the workspace be read as such a file, or a link of the workspace lead there, or no longer.',
    params: z.strictObject({
      workspace,
      place: z.string().min(1),
      approve: z.boolean(),
      /** `link`: what the workspace's own files are when a link leads there, to be read and written. */
      as: z.enum(['file', 'link']).default('file'),
    }),
    result: nothing,
  }),
} as const;

export const assistantEvents = {
  /** The files an assistant reads before the memory changed, or what is known of them. */
  'sources.changed': z.strictObject({ workspace }),
} as const;
