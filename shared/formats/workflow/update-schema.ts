import { z } from 'zod';
import { jsonObjectSchema, jsonSchema, withAllNames } from '../../contract/fields.ts';

/** What agents and people say of a workflow, in the names that its files have. More may stand in each, and is kept. */

export const stepStatuses = ['pending', 'in_progress', 'completed', 'error', 'skipped'] as const;
export type StepStatus = (typeof stepStatuses)[number];

const name = z.string().min(1).max(200);
const object = z.record(z.string(), z.json());
const files = z.array(z.string().max(4096)).nullish();

/** What an agent did in a step, or is doing. */
export const updateSchema = withAllNames(
  z
    .object({
      step: name,
      agent: name,
      started_at: z.string().nullish(),
      completed_at: z.string().nullish(),
      status: z.enum(stepStatuses).default('completed'),
      error: z.string().nullish(),
      /** Where it goes on; the step after this one if left out. */
      next_step: name.nullish(),
      /** Who goes on. */
      next_agent: name.nullish(),
      /** What the step had to go by, where that is more than the inputs of the workflow. */
      inputs: object.nullish(),
      working_data: object.nullish(),
      outputs: object.nullish(),
      references: object.nullish(),
      files_created: files,
      files_modified: files,
      files_deleted: files,
      files_references: files,
      create_checkpoint: z.boolean().nullish(),
      context_input: z.string().nullish(),
      resources_used: z.array(z.string()).nullish(),
      performance: object.nullish(),
      confidence_score: z.number().min(0).max(1).nullish(),
      requires_human_input: z.boolean().nullish(),
      blocking_issues: z.array(z.string()).nullish(),
      branch_point: name.nullish(),
      alternate_paths: z.array(z.string()).nullish(),
    })
    // Optional, since the declarations of the library would not compile otherwise.
    .catchall(z.json().optional()),
);
export type Update = z.infer<typeof updateSchema>;

/** What an agent asks a person. */
export const questionSchema = z.strictObject({
  question: z.string().trim().min(1).max(10_000),
  /** Answers to choose from; any will do if left out. */
  options: z.array(z.string().max(1000)).max(100).optional(),
  agent: name.optional(),
  /** The current one if left out. */
  step: name.optional(),
});
export type Asked = z.infer<typeof questionSchema>;

/** What a person answers. */
export const answerSchema = z.strictObject({
  /** The id of a question, or words of it that no other has, where several wait. */
  question: z.string().optional(),
  answer: jsonSchema,
  user: name.optional(),
  /** What the person did, in words; that they answered if left out. */
  action: z.string().max(10_000).optional(),
  /** What else the answer changes. */
  working_data: jsonObjectSchema.optional(),
});
export type Answer = z.infer<typeof answerSchema>;
