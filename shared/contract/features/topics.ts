import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { changeResultSchema } from '../changes.ts';
import { page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** The files beside a memory of which each says more of one of its entries. */

const topicSchema = z.strictObject({
  /** Its name in the memory's folder, by which entries name it. */
  file: z.string(),
  /** What it says of itself; null where it doesn't. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Such as `user`, `feedback`, `project` or `reference`. */
  type: z.string().nullable(),
  /** The conversation in which it was written. */
  session: z.string().nullable(),
  /** When it was changed, as written. */
  modified: z.string().nullable(),
  /** The version of its text; null where it can't be read. */
  version: textVersionSchema.nullable(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  /** Characters (UTF-16 units) of its body. */
  length: z.int(),
  /** Why it can't be read; null where it can. */
  problem: z.string().nullable(),
});
export type TopicView = z.infer<typeof topicSchema>;

const topicProblemSchema = z.discriminatedUnion('kind', [
  /** No line names it, so the assistant never learns of it. */
  z.strictObject({ kind: z.literal('unlisted'), file: z.string(), name: z.string().nullable() }),
  /** A line names a file that is not there. */
  z.strictObject({
    kind: z.literal('missing'),
    file: z.string(),
    entry: entryRefSchema,
    /** Whether the history has it, so that it can be put back. */
    kept: z.boolean(),
  }),
  /** Several lines name one file. */
  z.strictObject({ kind: z.literal('repeated'), file: z.string(), entries: z.array(entryRefSchema) }),
  /** A body mentions a topic that there is none of. */
  z.strictObject({ kind: z.literal('dead_link'), file: z.string(), link: z.string() }),
  /** A line says a day, a month or a number of something where the body has another. */
  z.strictObject({
    kind: z.literal('against'),
    file: z.string(),
    entry: entryRefSchema,
    said: z.string(),
    instead: z.string(),
  }),
]);
export type TopicProblem = z.infer<typeof topicProblemSchema>;

export const topicsMethods = {
  'topics.list': () => ({
    about: 'The topic files of a memory, by name, and what is wrong between them and its lines.',
    params: z.strictObject({ workspace, ...page }),
    result: z.strictObject({
      total: z.int(),
      topics: z.array(topicSchema),
      /** The first 200; `problemCount` counts all. */
      problems: z.array(topicProblemSchema),
      problemCount: z.int(),
    }),
  }),
  'topics.read': () => ({
    about: 'A piece of the body of a topic file.',
    params: z.strictObject({ workspace, file: z.string(), from: z.int().min(0).default(0) }),
    result: z.strictObject({ version: textVersionSchema, text: z.string(), total: z.int() }),
  }),
  'topics.change': () => ({
    about: 'Changes what a topic file says; `text_conflict` if it has been changed since it was read.',
    params: z.strictObject({
      workspace,
      file: z.string(),
      /** The version that was read. */
      version: textVersionSchema,
      description: z.string().max(10_000).optional(),
      type: z.string().max(100).optional(),
      body: z.string().max(1_000_000).optional(),
    }),
    result: changeResultSchema,
  }),
  'topics.rename': () => ({
    about:
      'Gives a topic file another name, with the lines of the memory and the links in other topics that lead to it; `text_conflict` if there is such a file.',
    params: z.strictObject({ workspace, file: z.string(), to: z.string().max(255) }),
    result: changeResultSchema,
  }),
  'topics.mention': () => ({
    about: 'Adds a line to the memory for a topic file that none names, so that the assistant learns of it.',
    params: z.strictObject({ workspace, file: z.string() }),
    result: changeResultSchema,
  }),
  'topics.putBack': () => ({
    about: 'Writes a topic file that is not there again, as the history has it; `version_unknown` if it has not.',
    params: z.strictObject({ workspace, file: z.string() }),
    result: changeResultSchema,
  }),
  'topics.delete': () => ({
    about: 'Deletes a topic file that no line names.',
    params: z.strictObject({ workspace, file: z.string() }),
    result: changeResultSchema,
  }),
} as const;

export const topicsEvents = {
  /** Topic files came, went or changed. */
  'topics.changed': z.strictObject({ workspace }),
} as const;
