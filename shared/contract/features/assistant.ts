import { z } from 'zod';
import { nothing, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** Text an assistant starts with, and the files it reads before the memory. */

const memoryFileSchema = z.strictObject({
  /** Path as the settings have it; absolute for an imported file. */
  path: z.string(),
  name: z.string(),
  /** Real path, with links resolved if the file exists. */
  place: z.string(),
  /** `repeated`: read already, or the memory itself; `unapproved`: outside the workspace. */
  state: z.enum(['read', 'empty', 'missing', 'unreadable', 'repeated', 'unapproved']),
  /** Line of the memory, or of an imported file, that names it; null for one listed in the settings. */
  imported: z.strictObject({ file: z.string(), line: z.int() }).nullable(),
  /** True if it really lies outside the workspace, and so needs the person's approval. */
  outside: z.boolean(),
  /** Reason it is not read, in a sentence; null if it is. */
  problem: z.string().nullable(),
  bytes: z.int().nullable(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number().nullable(),
  /** Estimate of the memory's format; 0 if it is not read. */
  tokens: z.int(),
});
export type MemoryFile = z.infer<typeof memoryFileSchema>;

/** Part of the text an assistant starts with: its range in the whole, in UTF-16 units, and its tokens. */
const assistantPartSchema = z.strictObject({
  /** `guidance`: the rules for what belongs in the memory, and the day. */
  kind: z.enum(['file', 'guidance', 'context']),
  name: z.string(),
  from: z.int(),
  to: z.int(),
  tokens: z.int(),
});

export type AssistantPart = z.infer<typeof assistantPartSchema>;

export const assistantMethods = {
  'assistant.read': () => ({
    about:
      'A piece of the exact text an assistant starts with: the memory files, each under its name, then what belongs in the memory, then the memory as numbered lines.',
    params: z.strictObject({
      workspace,
      /** Version that further pieces are from: `revision_gone` if the text has changed since. */
      version: textVersionSchema.optional(),
      from: z.int().min(0).default(0),
    }),
    result: z.strictObject({
      version: textVersionSchema,
      text: z.string(),
      total: z.int(),
      parts: z.array(assistantPartSchema),
      tokens: z.strictObject({ total: z.int(), limit: z.int() }),
      /** End of the part within the limit, in UTF-16 units. */
      fits: z.int(),
      /** Day the text gives as today. */
      today: z.string(),
      /** Listed files that are no part of it, each with the reason. */
      skipped: z.array(memoryFileSchema),
      /** Advice if the text is too long; null if it isn’t. */
      problem: z.string().nullable(),
      /** Reason the memory is no part of it; null if it is. */
      withheld: z.string().nullable(),
      /** Reason files that the settings list, or may list, are no part of it; null if all are. */
      listProblem: z.string().nullable(),
    }),
  }),
  'sources.list': () => ({
    about: 'The files an assistant reads before the memory, in order, with what each and all cost.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      files: z.array(memoryFileSchema),
      /** Tokens of the memory, of the guidance, of all together, and their limit. */
      tokens: z.strictObject({ context: z.int(), guidance: z.int(), total: z.int(), limit: z.int() }),
      /** Advice if the text is too long; null if it isn’t. */
      problem: z.string().nullable(),
      /** Part of the list in the settings that could not be understood; null if all was. */
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
      'Allows or forbids reading a place outside the workspace as such a file, or through a link of the workspace.',
    params: z.strictObject({
      workspace,
      place: z.string().min(1),
      approve: z.boolean(),
      /** `link` approves reading and writing the workspace's own files through a link. */
      as: z.enum(['file', 'link']).default('file'),
    }),
    result: nothing,
  }),
} as const;

export const assistantEvents = {
  /** The files an assistant reads before the memory changed, or their state did. */
  'sources.changed': z.strictObject({ workspace }),
} as const;
