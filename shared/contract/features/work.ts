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

/** Work in progress: what agents do step by step in workflows, each in a folder of files that they write too. */

/** The name of a workflow's folder, which is its `workflow_id`. */
export const workflowIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
  error: 'a workflow is named in letters, digits, ., - and _',
});

/** A JSON object as the files have it, in the names that stand there. */
const shownObjectSchema = z.record(z.string(), z.json());

export const workPlaces = ['active', 'completed'] as const;
export const placeSchema = z.enum(workPlaces);
export type WorkPlace = z.infer<typeof placeSchema>;

const openQuestionSchema = z.strictObject({
  id: z.string(),
  question: z.string(),
  /** Answers to choose from; empty where any will do. */
  options: z.array(z.string()),
  agent: z.string().nullable(),
  step: z.string().nullable(),
  askedAt: z.string().nullable(),
});

/** Null is for what the context doesn't say, and for all of a context that is damaged. */
const workflowSummarySchema = z.strictObject({
  id: workflowIdSchema,
  where: placeSchema,
  type: z.string().nullable(),
  /** `damaged`: its context is no JSON, or can't be read. */
  status: z.enum(statuses),
  /** Why it can't be read; null where it can. */
  problem: z.string().nullable(),
  currentStep: z.string().nullable(),
  totalSteps: z.number().nullable(),
  stepsDone: z.int(),
  currentAgent: z.string().nullable(),
  /** All that did something in it, and the one whose turn it is. */
  agents: z.array(z.string()),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** Null for one that goes on. */
  completedAt: z.string().nullable(),
  version: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** The day of its session. */
  date: z.string().nullable(),
  /** 0 to 1. */
  confidence: z.number().nullable(),
  isLowConfidence: z.boolean(),
  /** What waits for the person's answer. */
  questions: z.array(openQuestionSchema),
  blockingIssues: z.array(z.string()),
  /** What the last step failed with; null where it didn't. */
  error: z.string().nullable(),
  /** The step that failed; null where none did, or nobody says which. */
  failedStep: z.string().nullable(),
  /** When its file was last written, in milliseconds since 1970. */
  changedAt: z.number(),
});
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>;

/** Who does something; a person where it is missing. */
const assistant = z.string().max(200).optional();
const id = workflowIdSchema;
/** The person who does something, as the audit is to name them, where no assistant does. */
const user = z.string().trim().min(1).max(200).default('person');

/** The same as a text of JSON, whose numbers are taken as they are written, however long. */
const jsonText = z.string();

const changedSchema = changeResultSchema.extend({ version: textVersionSchema });
const findings = z.array(findingSchema);
const step = z.string().min(1).max(200);

const updatedSchema = changedSchema.extend({
  /** The file of the step, in the folder of the workflow; null for what a person did. */
  stepFile: z.string().nullable(),
  /** That of the checkpoint; null where none was wanted. */
  checkpoint: z.string().nullable(),
  currentStep: z.string(),
  nextSteps: z.array(z.string()),
  /** What was there and is something else now, by where it stood: `data.working_data.title`. */
  overwritten: shownObjectSchema,
  findings,
});

/** A place in a context: names of objects, and numbers of items from 0 on. */
const pathSchema = z
  .array(z.union([z.string().max(1000), z.int().min(0)]))
  .min(1)
  .max(50);

/** Where a workflow goes on: at a checkpoint, by its number from 1 on, or at a step. */
const resumeFromSchema = z.union([z.strictObject({ checkpoint: z.int().min(1) }), z.strictObject({ step })]);
/** How it stands with a workflow, and how it will. */
const statusChangeSchema = z.strictObject({
  before: z.enum(statuses),
  after: z.enum(statuses),
  /** The step whose failure no longer counts; empty where nobody says which, null where none failed. */
  settles: z.string().nullable(),
});
/** A number that would be rounded is told as its text, here as in `overwritten` and in the view of an agent. */
const fieldChangeSchema = z.strictObject({ path: z.string(), before: z.json(), after: z.json() });

/** Those in archives come last. */
export const searchedPlaces = [...workPlaces, 'archived'] as const;
/** Where a search goes on: in a workflow, after so many of its matches. */
const searchPlaceSchema = z.strictObject({ where: z.enum(searchedPlaces), id, skip: z.int().min(0) });
const workMatchSchema = z.strictObject({
  id,
  where: z.enum(searchedPlaces),
  type: z.string().nullable(),
  /** Its path in the folder of the workflow. */
  file: z.string(),
  /** The names that lead to the value, as `data.outputs.list[0]`; empty where the file is found by its name. */
  at: z.string(),
  /** From 1 on; 0 where the file is found by its name. */
  line: z.int(),
  /** The value around the first word; at most 200 characters. */
  shown: z.string(),
});
export type WorkMatch = z.infer<typeof workMatchSchema>;

export const workMethods = {
  'work.list': () => ({
    about: 'The workflows of a workspace, those changed last first.',
    params: z.strictObject({
      workspace,
      where: placeSchema.optional(),
      /** Only these, as far as they are there. */
      ids: z.array(workflowIdSchema).max(1000).optional(),
      /** Only those of one of these sessions, by `session_id`, and those in which one of these agents does or did something. */
      of: z.strictObject({ sessions: z.array(z.string()).max(100), agents: z.array(z.string()).max(100) }).optional(),
      ...page,
    }),
    result: z.strictObject({
      /** Where their files are. */
      folder: z.string(),
      total: z.int(),
      workflows: z.array(workflowSummarySchema),
      /** What is wrong with the files beside them: definitions, orchestrator, registry. None where some are asked for, or a later page. */
      findings,
    }),
  }),
  'work.show': () => ({
    about: 'A workflow with its whole context; `not_found` if there is none.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({
      summary: workflowSummarySchema,
      /** Where its files are. */
      folder: z.string(),
      version: textVersionSchema,
      /** Null where it is damaged, or longer than a message: `work.text` has its text. */
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
    about: 'What an agent needs of a workflow: its inputs, working data, what other agents made, references and files.',
    params: z.strictObject({ workspace, id, agent: z.string().min(1).max(200) }),
    result: z.strictObject({
      view: shownObjectSchema,
      /** What waits for the person’s answer; null where the context can’t be read. */
      questions: z.array(openQuestionSchema).nullable(),
    }),
  }),
  'work.edit': () => ({
    about:
      'Sets fields to other values, where they still read as said; else `text_conflict` with what stands there, and nothing is changed. The audit names the person.',
    params: z.strictObject({
      workspace,
      id,
      /** `before` is null for a field that is not there. */
      fields: z
        .array(z.strictObject({ path: pathSchema, before: z.json(), value: jsonSchema }))
        .min(1)
        .max(1000),
      /** What the person did, in words, for the audit and the history; that fields were corrected if left out. */
      action: z.string().min(1).max(1000).optional(),
      user,
    }),
    result: changedSchema,
  }),
  'work.editText': () => ({
    about:
      'Changes the text of a workflow’s context by edits of the version that is named; `text_conflict` if another stands there, `value_invalid` if the result isn’t valid JSON, or changes `meta` or `audit`. The audit names the person.',
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
    about: 'What going on from a checkpoint or a step would change.',
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
      /** Where it is. */
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
      /** Of the workflows. */
      searched: z.strictObject({ done: z.int(), total: z.int() }),
      /** What could not be searched, and why. */
      unread: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'work.check': () => ({
    about:
      'What is wrong or missing in a workflow: required fields and kinds of values, files, the order of steps, checkpoints, references, the audit.',
    params: z.strictObject({ workspace, id }),
    result: z.strictObject({ findings }),
  }),
  'work.acceptGaps': () => ({
    about:
      'Accepts what another program took out of the record of a workflow, a `record_gap`: the audit keeps what is gone, and it is no finding any more.',
    params: z.strictObject({ workspace, id, user }),
    result: changedSchema.extend({
      /** How many items; 0 where none is gone. */
      accepted: z.int(),
    }),
  }),
} as const;

export const workEvents = {
  /** Workflows came, went, changed, were archived, restored or removed: those that are named. */
  'work.changed': z.strictObject({ workspace, ids: z.array(workflowIdSchema) }),
} as const;
