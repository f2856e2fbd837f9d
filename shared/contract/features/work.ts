import { z } from 'zod';
import { findingSchema } from '../../formats/workflow/finding.ts';
import { statuses } from '../../formats/workflow/status.ts';
import { answerSchema, questionSchema, updateSchema } from '../../formats/workflow/update-schema.ts';
import { changeResultSchema } from '../changes.ts';
import {
  editSchema,
  jsonObjectSchema,
  jsonSchema,
  page,
  textVersionSchema,
  workspaceIdSchema as workspace,
} from '../fields.ts';

/** Work in progress: steps of agents in workflows, each in a folder of files that they write too. */

/** Name of a workflow's folder, which is its `workflow_id`. */
export const workflowIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
  error: 'a workflow is named in letters, digits, ., - and _',
});

/** JSON object with the names of the file. */
const shownObjectSchema = z.record(z.string(), z.json());

export const workFolders = ['active', 'completed'] as const;
export const placeSchema = z.enum(workFolders);
export type WorkFolder = z.infer<typeof placeSchema>;

const openQuestionSchema = z.strictObject({
  id: z.string(),
  question: z.string(),
  /** Answers to choose from; empty if any will do. */
  options: z.array(z.string()),
  agent: z.string().nullable(),
  step: z.string().nullable(),
  askedAt: z.string().nullable(),
});

/** Fields are null if the context doesn't say, or is damaged. */
const workflowSummarySchema = z.strictObject({
  id: workflowIdSchema,
  where: placeSchema,
  type: z.string().nullable(),
  /** `damaged`: its context is no JSON, or can't be read. */
  status: z.enum(statuses),
  /** Reason it can't be read; null if it can. */
  problem: z.string().nullable(),
  currentStep: z.string().nullable(),
  totalSteps: z.number().nullable(),
  stepsDone: z.int(),
  currentAgent: z.string().nullable(),
  /** Agents that took part in it, and the one whose turn it is. */
  agents: z.array(z.string()),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Null for one in progress. */
  completedAt: z.string().nullable(),
  version: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** Day of its session. */
  date: z.string().nullable(),
  /** Value from 0 to 1. */
  confidence: z.number().nullable(),
  isLowConfidence: z.boolean(),
  /** Questions that wait for the person's answer. */
  questions: z.array(openQuestionSchema),
  blockingIssues: z.array(z.string()),
  /** Error of the last step; null if it didn't fail. */
  error: z.string().nullable(),
  /** Failed step; null if none did, or it is unknown. */
  failedStep: z.string().nullable(),
  /** Time its file was last written, in milliseconds since 1970. */
  changedAt: z.number(),
});
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>;

/** Assistant that acts; a person if left out. */
const assistant = z.string().max(200).optional();
const id = workflowIdSchema;
/** Name for the audit of the person who acts, if no assistant does. */
const user = z.string().trim().min(1).max(200).default('person');

/** JSON text, whose numbers are taken as they are written, however long. */
const jsonText = z.string();

const changedSchema = changeResultSchema.extend({ version: textVersionSchema });
const findings = z.array(findingSchema);
const step = z.string().min(1).max(200);

const updatedSchema = changedSchema.extend({
  /** File of the step, in the folder of the workflow; null for a step of a person. */
  stepFile: z.string().nullable(),
  /** File of the checkpoint; null if none was wanted. */
  checkpoint: z.string().nullable(),
  currentStep: z.string(),
  nextSteps: z.array(z.string()),
  /** Replaced values, by their previous place: `data.working_data.title`. */
  overwritten: shownObjectSchema,
  findings,
});

/** Path in a context: names of objects, and numbers of items from 0 on. */
const pathSchema = z
  .array(z.union([z.string().max(1000), z.int().min(0)]))
  .min(1)
  .max(50);

/** Place where a workflow resumes: a checkpoint, by its number from 1 on, or a step. */
const resumeFromSchema = z.union([z.strictObject({ checkpoint: z.int().min(1) }), z.strictObject({ step })]);
const statusChangeSchema = z.strictObject({
  before: z.enum(statuses),
  after: z.enum(statuses),
  /** Step whose failure no longer counts; empty if unknown, null if none failed. */
  settles: z.string().nullable(),
});
/** Numbers that would be rounded are given as text, as in `overwritten` and in the view of an agent. */
const fieldChangeSchema = z.strictObject({ path: z.string(), before: z.json(), after: z.json() });

/** Places in the order of a search: archives come last. */
export const searchedPlaces = [...workFolders, 'archived'] as const;
/** Place where a search continues: the workflow, and the number of its matches already returned. */
const searchPlaceSchema = z.strictObject({ where: z.enum(searchedPlaces), id, skip: z.int().min(0) });
const workMatchSchema = z.strictObject({
  id,
  where: z.enum(searchedPlaces),
  type: z.string().nullable(),
  /** Path in the folder of the workflow. */
  file: z.string(),
  /** Names that lead to the value, as `data.outputs.list[0]`; empty if the file matches by its name. */
  at: z.string(),
  /** Line number from 1; 0 if the file matches by its name. */
  line: z.int(),
  /** Value around the first word; at most 200 characters. */
  shown: z.string(),
});
export type WorkMatch = z.infer<typeof workMatchSchema>;

export const workMethods = {
  'work.list': () => ({
    about: 'The workflows of a workspace, those changed last first.',
    params: z.strictObject({
      workspace,
      where: placeSchema.optional(),
      /** Workflows to list, if they exist. */
      ids: z.array(workflowIdSchema).max(1000).optional(),
      /** Filter: sessions, by `session_id`, and agents that take or took part. */
      of: z.strictObject({ sessions: z.array(z.string()).max(100), agents: z.array(z.string()).max(100) }).optional(),
      ...page,
    }),
    result: z.strictObject({
      folder: z.string(),
      total: z.int(),
      workflows: z.array(workflowSummarySchema),
      /** Problems in the other files: definitions, orchestrator, registry. Empty with `ids`, or on a later page. */
      findings,
    }),
  }),
  'work.show': () => ({
    about: 'A workflow with its whole context; `not_found` if there is none.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({
      summary: workflowSummarySchema,
      folder: z.string(),
      version: textVersionSchema,
      /** Null if it is damaged, or longer than a message: `work.text` has its text. */
      context: shownObjectSchema.nullable(),
    }),
  }),
  'work.text': () => ({
    about: 'A piece of the text of a file of a workflow, by its path in the workflow’s folder: `context.json`.',
    params: z.strictObject({ workspace, id, file: z.string().max(1000), from: z.int().min(0).default(0) }),
    result: z.strictObject({ version: textVersionSchema, text: z.string(), total: z.int() }),
  }),
  'work.create': () => ({
    about:
      'Begins a workflow of a type with its inputs. What is missing of them is a finding; an input of the wrong kind is `value_invalid`.',
    params: z.strictObject({
      workspace,
      type: z.string().min(1).max(200),
      inputs: jsonObjectSchema.or(jsonText),
      assistant,
    }),
    result: changeResultSchema.extend({
      id,
      version: textVersionSchema,
      findings,
    }),
  }),
  'work.update': () => ({
    about:
      'Takes in what an agent did in a step: step_history, working_data and outputs by name, files, the next step, a checkpoint if wanted. Says what it overwrote.',
    params: z.strictObject({ workspace, id, update: updateSchema.or(jsonText) }),
    result: updatedSchema,
  }),
  'work.agentView': () => ({
    about: 'Data an agent needs of a workflow: its inputs, working data, what other agents made, references and files.',
    params: z.strictObject({ workspace, id, agent: z.string().min(1).max(200) }),
    result: z.strictObject({
      view: shownObjectSchema,
      /** Questions that wait for the person’s answer; null if the context can’t be read. */
      questions: z.array(openQuestionSchema).nullable(),
    }),
  }),
  'work.edit': () => ({
    about:
      'Sets fields to other values, where they still read as said; else `text_conflict` with what is there, and nothing is changed. The audit names the person.',
    params: z.strictObject({
      workspace,
      id,
      /** `before` is null for a missing field. */
      fields: z
        .array(z.strictObject({ path: pathSchema, before: z.json(), value: jsonSchema }))
        .min(1)
        .max(1000),
      /** Action of the person, in words, for the audit and the history; a correction of fields if left out. */
      action: z.string().min(1).max(1000).optional(),
      user,
    }),
    result: changedSchema,
  }),
  'work.editText': () => ({
    about:
      'Changes the text of a workflow’s context by edits of the version that is named; `text_conflict` if there is another, `value_invalid` if the result isn’t valid JSON, or changes `meta` or `audit`. The audit names the person.',
    params: z.strictObject({
      workspace,
      id,
      version: textVersionSchema,
      edits: z.array(editSchema).max(100_000),
      user,
    }),
    result: changedSchema,
  }),
  'work.skip': () => ({
    about: 'Leaves a step out, the current one if none is named.',
    params: z.strictObject({
      workspace,
      id,
      step: step.optional(),
      reason: z.string().max(10_000).optional(),
      user,
      assistant,
    }),
    result: updatedSchema,
  }),
  'work.fail': () => ({
    about: 'Says that a step failed, the current one if none is named. The workflow can be resumed from it.',
    params: z.strictObject({
      workspace,
      id,
      step: step.optional(),
      error: z.string().min(1).max(100_000),
      user,
      assistant,
    }),
    result: updatedSchema,
  }),
  'work.ask': () => ({
    about: 'Asks the person something; the workflow waits for the answer.',
    params: z.strictObject({ workspace, id, ...questionSchema.shape, assistant }),
    result: changedSchema.extend({ question: z.string() }),
  }),
  'work.answer': () => ({
    about:
      'Answers what an agent asked; it finds that in `working_data.answers`, by the id of the question, which is named by that or by words of it. `entry_unclear` where several wait and it can’t be told which is meant.',
    params: z.strictObject({ workspace, id, ...answerSchema.shape, user }),
    result: changedSchema.extend({ question: z.string() }),
  }),
  'work.checkpoint': () => ({
    about: 'Keeps a checkpoint of a workflow as it is now.',
    params: z.strictObject({ workspace, id, assistant }),
    result: changedSchema.extend({ checkpoint: z.string() }),
  }),
  'work.previewResume': () => ({
    about: 'Previews going on from a checkpoint or a step: the fields it would change.',
    params: z.strictObject({ workspace, id, from: resumeFromSchema }),
    result: z.strictObject({ changes: z.array(fieldChangeSchema), status: statusChangeSchema }),
  }),
  'work.resume': () => ({
    about:
      'Goes on from a checkpoint: data, state and steps ahead are as they were; or from a step: it and those after it are ahead again, and data stays. What was done stays on record. `value_invalid` for a checkpoint that was changed.',
    params: z.strictObject({ workspace, id, from: resumeFromSchema, user, assistant }),
    result: changedSchema.extend({
      currentStep: z.string().nullable(),
      changes: z.array(fieldChangeSchema),
      status: statusChangeSchema,
    }),
  }),
  'work.complete': () => ({
    about: 'Ends a workflow, which goes to the completed ones with all its files. What is left of it is told.',
    params: z.strictObject({ workspace, id, user, assistant }),
    result: changedSchema.extend({ findings }),
  }),
  'work.makeTemplate': () => ({
    about:
      'Makes a template of a workflow: what others of its type, or of another one that is named, begin with. A type without steps gets those of the workflow’s. `value_invalid` where there is one and `replace` is not said.',
    params: z.strictObject({
      workspace,
      id,
      type: z.string().min(1).max(200).optional(),
      replace: z.boolean().default(false),
      user,
      assistant,
    }),
    result: changeResultSchema.extend({
      type: z.string(),
      file: z.string(),
    }),
  }),
  'work.search': () => ({
    about:
      'Values of workflows, archived ones too, in which all words occur, or in the names that lead to them, and files that agents made, by their names; some at a time: `next` says where to go on, null at the end.',
    params: z.strictObject({
      workspace,
      /** Words in any order and case. */
      text: z.string().min(1).max(1000),
      from: searchPlaceSchema.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    result: z.strictObject({
      found: z.array(workMatchSchema),
      next: searchPlaceSchema.nullable(),
      /** Progress in workflows. */
      searched: z.strictObject({ done: z.int(), total: z.int() }),
      /** Workflows that could not be searched, and why. */
      unread: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'work.check': () => ({
    about:
      'Problems of a workflow, wrong or missing: required fields and kinds of values, files, the order of steps, checkpoints, references, the audit.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({ findings }),
  }),
  'work.acceptGaps': () => ({
    about:
      'Accepts what another program took out of the record of a workflow, a `record_gap`: the audit keeps what is gone, and it is no finding any more.',
    params: z.strictObject({ workspace, id, user }),
    result: changedSchema.extend({
      /** Number of items; 0 if none went. */
      accepted: z.int(),
    }),
  }),
} as const;

export const workEvents = {
  'work.changed': z.strictObject({ workspace, ids: z.array(workflowIdSchema) }),
} as const;
