import { z } from 'zod';
import { entryRefSchema } from '../../entries/entry.ts';
import { changeResultSchema } from '../changes.ts';
import { page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** Topic files of a memory, each with details of one entry. */

const topicSchema = z.strictObject({
  /** File name in the memory's folder, by which entries link it. */
  file: z.string(),
  /** Name and description in the file; null if missing. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** Type, such as `user`, `feedback`, `project` or `reference`. */
  type: z.string().nullable(),
  /** Conversation in which it was written. */
  session: z.string().nullable(),
  /** Time of its last change, as written in the file. */
  modified: z.string().nullable(),
  /** Version of its text; null if it can't be read. */
  version: textVersionSchema.nullable(),
  /** Milliseconds since 1970. */
  modifiedAt: z.number(),
  /** Characters (UTF-16 units) of its body. */
  length: z.int(),
  /** Reason it can't be read; null if it can. */
  problem: z.string().nullable(),
});
export type TopicView = z.infer<typeof topicSchema>;

const topicProblemSchema = z.discriminatedUnion('kind', [
  /** File no line links, so that the assistant never learns of it. */
  z.strictObject({ kind: z.literal('unlisted'), file: z.string(), name: z.string().nullable() }),
  /** Line that links a missing file. */
  z.strictObject({
    kind: z.literal('missing'),
    file: z.string(),
    entry: entryRefSchema,
    /** True if the history has it, so that it can be restored. */
    kept: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('repeated'), file: z.string(), entries: z.array(entryRefSchema) }),
  /** Link in a body to a topic that does not exist. */
  z.strictObject({ kind: z.literal('dead_link'), file: z.string(), link: z.string() }),
  /** Line with a day, a month or a number that differs from the body's. */
  z.strictObject({
    kind: z.literal('against'),
    file: z.string(),
    entry: entryRefSchema,
    said: z.string(),
    instead: z.string(),
  }),
  /** File that can't be read, for a reason in a sentence. */
  z.strictObject({ kind: z.literal('unread'), file: z.string(), why: z.string() }),
]);
export type TopicProblem = z.infer<typeof topicProblemSchema>;

export const topicsMethods = {
  'topics.list': () => ({
    about: 'The topic files of a memory, by name, and what is wrong between them and its lines.',
    params: z.strictObject({ workspace, ...page }),
    result: z.strictObject({
      total: z.int(),
      topics: z.array(topicSchema),
      /** First 200; `problemCount` counts all. */
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
  'topics.changed': z.strictObject({ workspace }),
} as const;
