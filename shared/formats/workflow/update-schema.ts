import { z } from 'zod';
import { jsonObjectSchema, jsonSchema, withAllNames } from '../../contract/fields.ts';

/** Updates of agents and people, with the names of the files. Each may have further fields, which are kept. */

export const stepStatuses = ['pending', 'in_progress', 'completed', 'error', 'skipped'] as const;

const name = z.string().min(1).max(200);
const object = z.record(z.string(), z.json());
const files = z.array(z.string().max(4096)).nullish();

/** Update on a step an agent did, or is doing. */
export const updateSchema = withAllNames(
  z
    .object({
      step: name,
      agent: name,
      started_at: z.string().nullish(),
      completed_at: z.string().nullish(),
      status: z.enum(stepStatuses).default('completed'),
      error: z.string().nullish(),
      /** Next step; the one after this if left out. */
      next_step: name.nullish(),
      next_agent: name.nullish(),
      /** Inputs of the step beyond those of the workflow. */
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

export const questionSchema = z.strictObject({
  question: z.string().trim().min(1).max(10_000),
  /** Answers to choose from; any will do if left out. */
  options: z.array(z.string().max(1000)).max(100).optional(),
  agent: name.optional(),
  /** Step; the current one if left out. */
  step: name.optional(),
});
export type OpenQuestion = z.infer<typeof questionSchema>;

export const answerSchema = z.strictObject({
  /** Id of a question, or words that only it has, if several are open. */
  question: z.string().optional(),
  answer: jsonSchema,
  user: name.optional(),
  /** Action of the person, in words; that they answered if left out. */
  action: z.string().max(10_000).optional(),
  /** Further fields the answer changes. */
  working_data: jsonObjectSchema.optional(),
});
export type PersonAnswer = z.infer<typeof answerSchema>;
