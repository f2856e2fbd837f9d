import { z } from 'zod';
import { dataParts, day, loose, score, shapeOf } from './data-schemas.ts';
import type { WorkflowFinding } from './finding.ts';
import { namesTwice, readJsonText } from './json-text.ts';
import { isObject, type Json, objectOf, objectsAt, textAt, textOf, valueAt } from './json-values.ts';
import { newerVersion } from './migrations.ts';
import { dataFindings, missingInputs, schemaFindings } from './problems.ts';
import { stepStatuses } from './update-schema.ts';

/** Moment, with or without a time zone. */
export const moment = z.iso.datetime({ offset: true, local: true });
const text = z.string();
const texts = z.array(text);
const list = z.array(z.json());
const count = z.int().min(0);
const amount = z.number().min(0);

/** Base of every context. Missing fields are reported by separate rules. */
export const contextSchema = loose({
  meta: loose({
    workflow_id: text,
    workflow_type: text,
    created_at: moment,
    updated_at: moment,
    version: z.string().regex(/^\d+\.\d+\.\d+/),
    schema_version: text,
  }),
  workflow: loose({
    current_step: text,
    total_steps: count,
    step_history: z.array(
      loose({
        step: text,
        agent: text,
        started_at: moment,
        completed_at: moment,
        status: z.enum(stepStatuses),
        error: text,
      }),
    ),
    next_steps: texts,
    branch_point: text,
    alternate_paths: list,
  }),
  session: loose({
    session_id: text,
    date: day,
    session_number: z.int(),
    status: z.enum(['planning', 'preparation', 'active', 'completed', 'archived']),
  }),
  agents: loose({
    current_agent: text,
    agent_history: z.array(
      loose({
        agent: text,
        started_at: moment,
        completed_at: moment,
        context_input: text,
        context_output: text,
        resources_used: texts,
        performance: loose({ duration_ms: amount, memory_used: amount, api_calls: amount }),
      }),
    ),
  }),
  data: loose({
    inputs: z.looseObject({}),
    working_data: z.looseObject({}),
    outputs: z.looseObject({}),
    references: z.looseObject({}),
  }),
  files: loose({ created: texts, modified: texts, deleted: texts, references: texts }),
  state: loose({
    can_resume: z.boolean(),
    resume_from_step: text,
    requires_human_input: z.boolean(),
    blocking_issues: list,
    confidence_score: score,
  }),
  audit: loose({
    checkpoints: z.array(loose({ step: text, timestamp: moment, data_snapshot: text, verification: text })),
    human_interventions: z.array(loose({ timestamp: moment, user: text, action: text })),
  }),
});

/** Fields without which a workflow and its progress can't be identified. */
const essential = [
  ['meta', 'workflow_id'],
  ['meta', 'workflow_type'],
  ['workflow', 'current_step'],
] as const;

/** Further fields of a context, beyond the inputs. */
const expected = Object.entries(shapeOf(contextSchema))
  .flatMap(([part, schema]) => Object.keys(shapeOf(schema)).map((name) => [part, name] as const))
  .filter((path) => ![...essential, ['data', 'inputs']].some((other) => String(other) === String(path)));

export type Validation = {
  /** True if nothing does harm. */
  readonly valid: boolean;
  /** Sentence for each problem that does: “Missing workflow_id”. */
  readonly errors: string[];
  readonly findings: WorkflowFinding[];
};

/** Finds all fields of a context that are missing or of another kind than their name says, whatever its type. */
export function validate(context: Json | undefined): Validation {
  const findings = findingsOfAll(context);
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message.replace(/\.$/, ''));
  return { valid: errors.length === 0, errors, findings };
}

function findingsOfAll(context: Json | undefined): WorkflowFinding[] {
  if (context === undefined) {
    return [noJson];
  }
  return isObject(context)
    ? [
        ...missing(context),
        ...newerVersion(context),
        ...valueFindings(context, textAt(context, ['meta', 'workflow_type']) ?? ''),
        ...reversedIn(context),
      ]
    : [noObject];
}

const reversedIn = (context: Json): WorkflowFinding[] =>
  [
    ['workflow', 'step_history'],
    ['agents', 'agent_history'],
  ].flatMap((path) => objectsAt(context, path).flatMap((each, index) => timesReversed(each, [...path, String(index)])));

/** Finds something that ended before it began. @param under its path in the context */
export function timesReversed(item: Readonly<Record<string, unknown>>, under: readonly string[]): WorkflowFinding[] {
  const [began, ended] = ['started_at', 'completed_at'].map((name) => Date.parse(String(item[name])));
  return began !== undefined && ended !== undefined && ended < began
    ? [
        {
          type: 'unusual_value',
          severity: 'warning',
          path: [...under, 'completed_at'].join('.'),
          message: `“${[...under, 'completed_at'].join('.')}” is before “started_at”.`,
          mend: 'Correct the one that is wrong. Until then nobody knows how long it took.',
        },
      ]
    : [];
}

export const noJson: WorkflowFinding = {
  type: 'not_json',
  severity: 'error',
  path: '',
  message: 'The context isn’t valid JSON, or is nested too deeply to be read.',
  mend: 'Mend it in an editor, or restore an earlier version.',
};

const noObject: WorkflowFinding = {
  type: 'wrong_type',
  severity: 'error',
  path: '',
  message: 'The context isn’t a JSON object.',
  mend: 'Write it as one, with meta, workflow and data.',
};

function missing(context: Json): WorkflowFinding[] {
  const lacks = (path: readonly string[], severity: WorkflowFinding['severity'], what: string): WorkflowFinding => ({
    type: 'missing',
    severity,
    path: path.join('.'),
    message: `Missing ${what}.`,
    mend: severity === 'error' ? 'Add it.' : 'Add it; null means unknown.',
  });
  const at = (path: readonly string[]): Json | undefined => valueAt(context, path);
  const inputs = at(['data', 'inputs']);
  const type = textOf(at(['meta', 'workflow_type']));
  return [
    ...essential.filter((path) => !textOf(at(path))).map((path) => lacks(path, 'error', path[1])),
    ...(inputs === undefined || inputs === null ? [lacks(['data', 'inputs'], 'error', 'inputs data')] : []),
    ...expected.filter((path) => at(path) === undefined).map((path) => lacks(path, 'warning', path.join('.'))),
    ...(type === null ? [] : missingInputs(type, objectOf(inputs))),
  ];
}

/** Finds values of a context, or of a template for some, that are unusual or of another kind than their name says. */
export function valueFindings(context: Json, type: string): WorkflowFinding[] {
  const data = Object.fromEntries(dataParts.map((name) => [name, objectOf(valueAt(context, ['data', name]))]));
  const findings = [...schemaFindings(contextSchema, context), ...dataFindings(type, data)];
  return findings.filter(({ path }, index) => findings.findIndex((other) => other.path === path) === index);
}

/** Validates a text, in which a name may occur twice in one object. */
export function validateText(text: string): Validation {
  const { findings, ...said } = validate(readJsonText(text));
  const twice = namesTwice(text).map((path) => path.join('.'));
  return { ...said, findings: [...findings, ...[...new Set(twice)].map(nameTwice)] };
}

const nameTwice = (path: string): WorkflowFinding => ({
  type: 'name_twice',
  severity: 'warning',
  path,
  message: `“${path}” is twice in one object. Programs read one of them, mostly the last, and lose the other when they write the file.`,
  mend: 'Correct the JSON: leave one of them, or give one another name. Until then Contexture changes nothing there.',
});
