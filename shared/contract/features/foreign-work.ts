import { z } from 'zod';
import { runSchema } from '../../formats/workflow/programs/run.ts';
import { runSourceIds } from '../../programs/program-ids.ts';
import { page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** Workflows of other programs, read once conversations may be read there. Approvals are given in the program. */

const id = z.string().min(1).max(10_000);

const keptSchema = z.strictObject({
  /** Time of the latest copy, in milliseconds since 1970. */
  keptAt: z.number(),
  /** True if the program’s own is gone, so that the copy is all there is. */
  isLast: z.boolean(),
  /** True if it was kept only with its conversation, and goes with the copy of that. */
  withConversation: z.boolean(),
});

const foreignSummarySchema = runSchema
  .omit({ steps: true, approvals: true, groups: true, more: true, torn: true })
  .extend({
    id,
    source: z.enum(runSourceIds),
    assistant: z.string(),
    project: z.strictObject({ name: z.string(), path: z.string().nullable() }).nullable(),
    stepsDone: z.int(),
    /** Names of the steps in progress. */
    underWay: z.array(z.string()),
    /** Conversation it was started in; null if that is gone. */
    conversation: z.string().nullable(),
    /** Main file. */
    path: z.string(),
    bytes: z.int(),
    /** Time any of its files was last written, in milliseconds since 1970. */
    changedAt: z.number(),
    /** Time its program will delete it; null if never. */
    deletedAt: z.number().nullable(),
    kept: keptSchema.nullable(),
    /** Places in its files that could not be read. */
    tornCount: z.int(),
    /** Reason it could not be read, in a sentence; null if it was. */
    problem: z.string().nullable(),
  });
export type ForeignWorkflow = z.infer<typeof foreignSummarySchema>;

const foreignRunSchema = runSchema.extend({
  steps: z.array(
    runSchema.shape.steps.element.extend({
      /** Conversation with the output of its agent; null if there is none. */
      conversation: z.string().nullable(),
    }),
  ),
});
export type ForeignRun = z.infer<typeof foreignRunSchema>;

const foreignMatchSchema = z.strictObject({
  id,
  name: z.string().nullable(),
  assistant: z.string(),
  file: z.string(),
  /** Names that lead to the value, as `result.list[0]`. */
  at: z.string(),
  /** Line number, from 1. */
  line: z.int(),
  /** Value around the first word; at most 200 characters. */
  shown: z.string(),
});
export type ForeignMatch = z.infer<typeof foreignMatchSchema>;

export const foreignWorkMethods = {
  'foreignWork.list': () => ({
    about:
      'Workflows of other programs in approved places and among saved copies, and the workflow-state.json of the workspace; the last written first. Nothing is ever written there.',
    params: z.strictObject({
      workspace,
      offset: page.offset,
      /** Small by default, since a page is read before it is answered. */
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({ total: z.int(), workflows: z.array(foreignSummarySchema) }),
  }),
  'foreignWork.show': () => ({
    about:
      'A workflow of another program: its steps with their agents and times, approvals, and everything else it says. Long texts are cut, and `foreignWork.text` has all of them.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({
      summary: foreignSummarySchema,
      run: foreignRunSchema,
      isCut: z.boolean(),
      /** Files, the main one first. */
      files: z.array(z.strictObject({ path: z.string(), bytes: z.int() })),
    }),
  }),
  'foreignWork.text': () => ({
    about: 'A piece of the text of one of its files, by the path that `foreignWork.show` gives.',
    params: z.strictObject({
      workspace,
      id,
      file: z.string().max(10_000),
      from: z.int().min(0).default(0),
    }),
    result: z.strictObject({ version: textVersionSchema, text: z.string(), total: z.int() }),
  }),
  'foreignWork.search': () => ({
    about:
      'Values of workflows of other programs in which all words occur, or in the names that lead to them, some workflows at a time: `next` says where to go on, null at the end. What their agents said is found among the conversations.',
    params: z.strictObject({
      workspace,
      /** Words in any order and case. */
      text: z.string().min(1).max(1000),
      /** Workflows searched on earlier pages. */
      offset: page.offset,
    }),
    result: z.strictObject({
      found: z.array(foreignMatchSchema),
      next: z.int().nullable(),
      total: z.int(),
      /** Workflows that could not be searched, and why. */
      unread: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'foreignWork.watch': () => ({
    about:
      'Switches `foreignWork.changed` on or off: sent when files of these workflows come, change or go, while any caller has it on.',
    params: z.strictObject({ workspace, on: z.boolean() }),
    result: z.strictObject({}),
  }),
  'foreignWork.keep': () => ({
    about:
      'Saves a copy of a workflow of another program with all its files in the app’s data, byte for byte; adds what is new if one was saved before.',
    params: z.strictObject({ workspace, id }),
    result: keptSchema,
  }),
  'foreignWork.removeCopy': () => ({
    about: 'Removes a saved copy. The last copy goes only with `evenLast`.',
    params: z.strictObject({ id, evenLast: z.boolean().default(false) }),
    result: z.strictObject({}),
  }),
} as const;

export const foreignWorkEvents = {
  /** Files of workflows of other programs came, changed or went. Sent while somebody watches them. */
  'foreignWork.changed': z.strictObject({ workspace }),
} as const;
