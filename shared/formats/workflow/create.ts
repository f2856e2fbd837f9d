import { ContextureError } from '../../contract/errors.ts';
import { dataSchemaOf, day } from './data-schemas.ts';
import { firstStep, type WorkflowDefinition } from './definitions.ts';
import type { WorkflowFinding } from './finding.ts';
import { isObject, type Json, type JsonObject, objectOf, plainJson, textOf } from './json-values.ts';
import { schemaVersion } from './migrations.ts';
import { missingInputs, schemaFindings } from './problems.ts';

const firstVersion = '1.0.0';

type Creation = {
  readonly id: string;
  readonly type: string;
  readonly inputs: Readonly<JsonObject>;
  /** Moment in ISO 8601. */
  readonly now: string;
  readonly definition: WorkflowDefinition;
  /** Further initial values of a context of this type, or null. */
  readonly template: Readonly<JsonObject> | null;
  /** Agent of the first step; null if unknown. */
  readonly agent: string | null;
};

/** Creates the context of a new workflow. @throws `value_invalid` for an input of the wrong type */
export function createWorkflowContext(creation: Creation): {
  readonly context: JsonObject;
  readonly findings: WorkflowFinding[];
} {
  const { type, inputs, template } = creation;
  const { inputs: schema } = dataSchemaOf(type);
  const wrong = schemaFindings(schema, plainJson({ ...inputs }), ['data', 'inputs']);
  const refused = wrong.filter(({ severity }) => severity === 'error');
  if (refused.length > 0) {
    const message = `${refused.map((finding) => finding.message).join(' ')} Nothing was created.`;
    throw new ContextureError('value_invalid', message, { findings: refused });
  }
  const all = merged(baseContext(creation), objectOf(template ?? {}));
  const data = objectOf(all['data']);
  const context = { ...all, data: { ...data, inputs: { ...objectOf(data['inputs']), ...inputs } } };
  return { context, findings: [...wrong, ...missingInputs(type, context.data.inputs)] };
}

function baseContext({ id, type, inputs, now, definition, agent }: Creation): JsonObject {
  const names = definition.steps.map(({ name }) => name);
  return {
    meta: {
      workflow_id: id,
      workflow_type: type,
      created_at: now,
      updated_at: now,
      version: firstVersion,
      schema_version: schemaVersion,
    },
    workflow: {
      current_step: names[0] ?? firstStep,
      total_steps: names.length,
      step_history: [],
      next_steps: names,
      branch_point: null,
      alternate_paths: [],
    },
    session: sessionOf(objectOf(plainJson({ ...inputs }))),
    agents: { current_agent: agent, agent_history: [] },
    data: { inputs: {}, working_data: {}, outputs: {}, references: {} },
    files: { created: [], modified: [], deleted: [], references: [] },
    state: {
      can_resume: true,
      resume_from_step: names[0] ?? firstStep,
      requires_human_input: false,
      blocking_issues: [],
      // Full confidence to begin with.
      confidence_score: 1,
    },
    audit: { checkpoints: [], human_interventions: [] },
  };
}

/** Reads the session from the inputs; null for missing details. */
function sessionOf(inputs: Readonly<JsonObject>): JsonObject {
  const session = objectOf(inputs['session']);
  const firstValue = (...names: string[]): Json | undefined =>
    names.map((name) => session[name] ?? inputs[name]).find((value) => value !== undefined && value !== null);
  const date = firstValue('session_date', 'meeting_date', 'date');
  const number = firstValue('session_number');
  return {
    session_id: textOf(firstValue('session_id', 'session_context')),
    date: typeof date === 'string' && day.safeParse(date).success ? date : null,
    session_number: typeof number === 'number' ? number : null,
    status: textOf(session['status']),
  };
}

/** Fills empty fields from a template. */
function merged(own: JsonObject, template: Readonly<JsonObject>): JsonObject {
  const result = { ...own };
  for (const [name, value] of Object.entries(template)) {
    const mine = Object.hasOwn(own, name) ? own[name] : undefined;
    if (isObject(mine) && isObject(value)) {
      result[name] = merged(mine, value);
    } else if (mine === undefined || mine === null || (Array.isArray(mine) && mine.length === 0)) {
      result[name] = value;
    }
  }
  return result;
}
