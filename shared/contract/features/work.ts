import { z } from 'zod';
import { findingSchema } from '../../formats/workflow/finding.ts';
import { statuses } from '../../formats/workflow/status.ts';
import { changeResultSchema } from '../changes.ts';
import { page, textVersionSchema, workspaceIdSchema as workspace } from '../fields.ts';

/** Work in progress: what agents do step by step in workflows, each in a folder of files that they write too. */

/** The name of a workflow's folder, which is its `workflow_id`. */
export const workflowIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, {
  error: 'a workflow is named in letters, digits, ., - and _',
});

/** A JSON object as the files have it, in the names that stand there. */
const jsonObjectSchema = z.record(z.string(), z.json());

export const workPlaces = ['active', 'completed'] as const;
const placeSchema = z.enum(workPlaces);
export type WorkPlace = z.infer<typeof placeSchema>;

const questionSchema = z.strictObject({
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
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  version: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** The day of its session. */
  date: z.string().nullable(),
  /** 0 to 1. */
  confidence: z.number().nullable(),
  isLowConfidence: z.boolean(),
  /** What waits for the person's answer. */
  questions: z.array(questionSchema),
  blockingIssues: z.array(z.string()),
  /** What the last step failed with; null where it didn't. */
  error: z.string().nullable(),
  /** When its file was last written, in milliseconds since 1970. */
  changedAt: z.number(),
});
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>;

/** Who does something; a person where it is missing. */
const assistant = z.string().max(200).optional();
const id = workflowIdSchema;

export const workMethods = {
  'work.list': () => ({
    about: 'The workflows of a workspace, those changed last first.',
    params: z.strictObject({ workspace, where: placeSchema.optional(), ...page }),
    result: z.strictObject({
      /** Where their files are. */
      folder: z.string(),
      total: z.int(),
      workflows: z.array(workflowSummarySchema),
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
      context: jsonObjectSchema.nullable(),
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
    params: z.strictObject({ workspace, type: z.string().min(1).max(200), inputs: jsonObjectSchema, assistant }),
    result: changeResultSchema.extend({
      id,
      version: textVersionSchema,
      findings: z.array(findingSchema),
    }),
  }),
} as const;

export const workEvents = {
  /** Workflows came, went or changed: those that are named. */
  'work.changed': z.strictObject({ workspace, ids: z.array(workflowIdSchema) }),
} as const;
