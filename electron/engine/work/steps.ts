import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createWorkflowContext } from '#shared/formats/workflow/create.ts';
import { definitionIn, definitionJson, definitionOf, firstStep } from '#shared/formats/workflow/definitions.ts';
import { inPlaces } from '#shared/formats/workflow/differing.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { unknownType } from '#shared/formats/workflow/integrity.ts';
import {
  changeJsonText,
  type JsonTextChange,
  readJsonExactly,
  readJsonText,
  withChanges,
} from '#shared/formats/workflow/json-text.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  plainJson,
  printJson,
  textOf,
  toldJson,
  valueAt,
} from '#shared/formats/workflow/json-values.ts';
import {
  afterFailure,
  answerQuestion,
  askQuestion,
  type By,
  complete,
  intervention,
  type Overwritten,
  resumeFromCheckpoint,
  resumeFromStep,
  stepNumber,
  touch,
  update,
} from '#shared/formats/workflow/operations.ts';
import { workflowSummary } from '#shared/formats/workflow/summary.ts';
import { ownOrchestrator, systemFindings, templateIn } from '#shared/formats/workflow/system.ts';
import type { OpenQuestion, PersonAnswer, Update } from '#shared/formats/workflow/update-schema.ts';
import { validate } from '#shared/formats/workflow/validate.ts';
import { quoted } from '../steps/labels.ts';
import { emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import {
  type ActiveWorkflow,
  checkpointBytes,
  contextBytes,
  contextFiles,
  jsonBytes,
  type PlannedChange,
  readActiveWorkflow,
  readStepText,
  type WorkTools,
} from './active-workflow.ts';
import { agentFiles } from './agents.ts';
import { readOrchestrator, systemFiles } from './places.ts';

type Creation = { readonly id: string; readonly type: string; readonly inputs: JsonObject; readonly now: string };

/** Creates a workflow's context, and the steps of its type if the workspace has none yet, so that they can be changed. */
export async function planCreation(
  input: StepInput,
  { id, type, inputs, now }: Creation,
  tools: WorkTools,
): Promise<PlannedChange<{ findings: WorkflowFinding[]; version: string }>> {
  const { places } = tools;
  const system = await systemFiles(places, type, (path) => readStepText(input, path, tools));
  const { workflows, orchestrator } = system;
  const definitions = workflows === null ? {} : readJsonText(workflows);
  const definition = definitionOf(definitions, type);
  const { template } = templateIn(system.template, type);
  const agent = readOrchestrator(orchestrator).agentFor(type, definition.steps[0]?.name ?? firstStep);
  const { context, findings } = createWorkflowContext({ id, type, inputs, now, definition, template, agent });
  const files: StepFile[] = [];
  if (isObject(definitions) && definition.steps.length > 0 && definitionIn(definitions, type) === null) {
    const change = {
      path: isObject(definitions['workflows']) ? ['workflows', type] : [type],
      value: definitionJson(definition),
    };
    const after = changeJsonText(workflows ?? '{}\n', [change]);
    files.push({ path: places.workflows, after: tools.encodeText(after), phase: 'gains' });
  }
  if (orchestrator === null) {
    files.push({ path: places.orchestrator, after: jsonBytes(ownOrchestrator, tools), phase: 'gains' });
  }
  const after = contextBytes(`${printJson(context, '  ')}\n`, id, tools);
  files.push({ path: places.context('active', id), after, phase: 'changes' });
  return {
    step: { ...emptyStep, label: `Began ${quoted(type)}`, files },
    result: {
      findings: [...findings, ...(definition.steps.length === 0 ? [unknownType] : []), ...systemFindings(system, type)],
      version: tools.hash(after),
    },
  };
}

async function definitionFor(input: StepInput, { context }: ActiveWorkflow, tools: WorkTools) {
  const text = await readStepText(input, tools.places.workflows, tools);
  const type = textOf(valueAt(context, ['meta', 'workflow_type'])) ?? '';
  return definitionOf(text === null ? undefined : readJsonText(text), type);
}

const verbs: Readonly<Record<Update['status'], string>> = {
  pending: 'Planned',
  in_progress: 'Began',
  completed: 'Completed',
  error: 'Failed',
  skipped: 'Skipped',
};

export type UpdateOutcome = {
  readonly version: string;
  /** Null if a person did it. */
  readonly stepFile: string | null;
  readonly checkpoint: string | null;
  readonly currentStep: string;
  readonly nextSteps: string[];
  readonly overwritten: Overwritten;
  readonly findings: WorkflowFinding[];
};

/** Records what an agent did. @param by the person, if one did it */
export async function planUpdate(
  input: StepInput,
  { id, given, now, by }: { id: string; given: Update; now: string; by: string | null },
  tools: WorkTools,
): Promise<PlannedChange<UpdateOutcome>> {
  const before = await readActiveWorkflow(input, id, tools);
  const { context } = before;
  const definition = await definitionFor(input, before, tools);
  const orchestrator = readOrchestrator(await readStepText(input, tools.places.orchestrator, tools));
  const stepFile = by === null ? await freeStepFile(input, before, given.agent, tools) : null;
  const how = { now, definition, output: stepFile, agentFor: orchestrator.agentFor };
  const { changes, ...result } = update(context, given, how);
  const noted =
    by === null ? [] : [byPerson(context, changes, { now, user: by }, `${verbs[given.status]} “${given.step}”`)];
  const { files, version, checkpoint } = await contextFiles(input, before, [...changes, ...noted], {
    tools,
    checkpoint: given.create_checkpoint ?? (orchestrator.checkpoints === 'each_step' && given.status === 'completed'),
    now,
  });
  const inputs = given.inputs ?? valueAt(context, ['data', 'inputs']) ?? {};
  const stepRecord = { workflow_id: id, ...given, inputs, outputs: given.outputs ?? {} } as JsonObject;
  return {
    step: {
      ...emptyStep,
      label: `${verbs[given.status]} ${quoted(given.step)}`,
      files: [
        ...(stepFile === null
          ? []
          : [
              {
                path: tools.paths.join(tools.places.folder('active', id), stepFile),
                after: jsonBytes(stepRecord, tools),
                phase: 'gains' as const,
              },
              ...(await agentFiles(input, { id, given, now }, tools)),
            ]),
        ...files,
      ],
    },
    result: { ...result, version, stepFile, checkpoint },
  };
}

/** Returns an unused file name; step files are never overwritten. */
async function freeStepFile(
  input: StepInput,
  { id, context }: ActiveWorkflow,
  agent: string,
  tools: WorkTools,
): Promise<string> {
  const { places, paths } = tools;
  for (let number = stepNumber(context); ; number++) {
    const file = `steps/${places.stepFileName(number, agent)}`;
    if ((await input.bytes(paths.join(places.folder('active', id), file))) === null) {
      return file;
    }
  }
}

/** Records a person's changes, except the automatic ones in `meta`. */
function byPerson(context: Json, changes: readonly JsonTextChange[], by: By, action: string): JsonTextChange {
  const own = changes.filter(({ path }) => path[0] !== 'meta');
  return intervention(context, own, by, action);
}

export type ChangedVersion = { readonly version: string };

/** Changes only the context. @param checkpoint true to keep a checkpoint of the result */
async function planChange(
  input: StepInput,
  before: ActiveWorkflow,
  changes: readonly JsonTextChange[],
  { label, now, tools, checkpoint = false }: { label: string; now: string; tools: WorkTools; checkpoint?: boolean },
) {
  const { files, ...result } = await contextFiles(input, before, changes, { tools, checkpoint, now });
  return { step: { ...emptyStep, label, files }, result };
}

/** Sets fields for a person. @throws `text_conflict` if one has changed by now */
export async function planEdit(
  input: StepInput,
  {
    id,
    fields,
    action,
    by,
  }: { id: string; fields: ParsedParams<'work.edit'>['fields']; action?: string | undefined; by: By },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion>> {
  const before = await readActiveWorkflow(input, id, tools);
  const { context } = before;
  const names = fields.map(({ path }) => path.join('.'));
  for (const { path, before: expected } of fields) {
    const now = plainJson(valueAt(context, path) ?? null);
    if (path[0] === 'audit' || path[0] === 'meta') {
      const message = `“${path.join('.')}” is a record and is not edited. Nothing was changed.`;
      throw new ContextureError('value_invalid', message);
    }
    if (JSON.stringify(now) !== JSON.stringify(expected)) {
      const message = `“${path.join('.')}” was changed since you read it. Nothing was changed; look at it again.`;
      throw new ContextureError('text_conflict', message, { path: path.join('.'), now });
    }
  }
  const changes = fields.map(({ path, value }) => ({ path, value }));
  assertValid(context, changes);
  const corrected = names.length === 1 ? `Corrected ${quoted(names[0] ?? '')}` : `Corrected ${names.length} fields`;
  const label = action ?? corrected;
  const noted = byPerson(context, changes, by, label);
  const all = [...touch(context, by.now), ...changes, noted];
  const { step, result } = await planChange(input, before, all, { label, now: by.now, tools });
  return { step, result: { version: result.version } };
}

/** Checks fields that programs rely on; a person may set any other. @throws `value_invalid` */
function assertValid(context: Json, changes: readonly JsonTextChange[]): void {
  const kinds = new Set(['wrong_type', 'unusual_value']);
  const oddIn = (value: Json): WorkflowFinding[] =>
    validate(plainJson(value)).findings.filter(({ type, path }) => kinds.has(type) && !path.startsWith('data.'));
  const before = new Set(oddIn(context).map(({ message }) => message));
  const odd = oddIn(withChanges(context, changes)).filter(({ message }) => !before.has(message));
  if (odd.length > 0) {
    const message = `${odd.map((finding) => finding.message).join(' ')} Nothing was changed.`;
    throw new ContextureError('value_invalid', message, { findings: odd });
  }
}

export async function planQuestion(
  input: StepInput,
  { id, question, questionId, now }: { id: string; question: OpenQuestion; questionId: string; now: string },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion & { question: string }>> {
  const before = await readActiveWorkflow(input, id, tools);
  const changes = askQuestion(before.context, question, { id: questionId, now });
  const label = `Asked ${quoted(question.question)}`;
  const { step, result } = await planChange(input, before, changes, { label, now, tools });
  return { step, result: { version: result.version, question: questionId } };
}

export async function planAnswer(
  input: StepInput,
  { id, given, by }: { id: string; given: PersonAnswer; by: By },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion & { question: string }>> {
  const before = await readActiveWorkflow(input, id, tools);
  const { id: question, changes } = answerQuestion(before.context, given, by);
  const label = `Answered ${quoted(typeof given.answer === 'string' ? given.answer : JSON.stringify(given.answer))}`;
  const { step, result } = await planChange(input, before, changes, { label, now: by.now, tools });
  return { step, result: { version: result.version, question } };
}

export async function planCheckpoint(
  input: StepInput,
  { id, now }: { id: string; now: string },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion & { checkpoint: string }>> {
  const before = await readActiveWorkflow(input, id, tools);
  const changes = touch(before.context, now);
  const how = { label: 'Saved a checkpoint', now, tools, checkpoint: true };
  const { step, result } = await planChange(input, before, changes, how);
  return { step, result: { version: result.version, checkpoint: result.checkpoint ?? '' } };
}

export type ResumePoint = { readonly checkpoint: number } | { readonly step: string };

export type FieldChange = { path: string; before: Json; after: Json };

/** @param by the person; null for an agent */
export async function planResume(
  input: StepInput,
  { id, from, now, by }: { id: string; from: ResumePoint; now: string; by: string | null },
  tools: WorkTools,
): Promise<
  PlannedChange<
    ChangedVersion & {
      currentStep: string | null;
      changes: FieldChange[];
      status: Result<'work.previewResume'>['status'];
    }
  >
> {
  const before = await readActiveWorkflow(input, id, tools);
  const { context } = before;
  const changes =
    'step' in from
      ? resumeFromStep(context, from.step, await definitionFor(input, before, tools))
      : resumeFromCheckpoint(
          context,
          readJsonExactly(tools.decodeText(await checkpointBytes(input, before, from.checkpoint, tools)) ?? '') ?? {},
        );
  const where = 'step' in from ? `the step ${quoted(from.step)}` : `checkpoint ${from.checkpoint}`;
  const noted = by === null ? [] : [byPerson(context, changes, { now, user: by }, `Resumed from ${where}`)];
  const resumed = afterFailure(context);
  const isChange = changes.length > 0 || resumed.length > 0;
  const all = isChange ? [...touch(context, now), ...inPlaces(context, changes), ...resumed, ...noted] : [];
  const { step, result } = await planChange(input, before, all, { label: `Resumed from ${where}`, now, tools });
  return {
    step,
    result: {
      version: result.version,
      currentStep:
        textOf(changes.flatMap((one) => (one.path[1] === 'current_step' && 'value' in one ? one.value : []))[0]) ??
        textOf(valueAt(context, ['workflow', 'current_step'])),
      changes: fieldChanges(context, changes),
      status: {
        before: workflowSummary(context, 'active').status,
        after: workflowSummary(withChanges(context, [...changes, ...resumed]), 'active').status,
        settles: resumed.length === 0 ? null : (workflowSummary(context, 'active').failedStep ?? ''),
      },
    },
  };
}

const fieldChanges = (context: Json, changes: readonly JsonTextChange[]): FieldChange[] =>
  changes
    .filter((change) => 'value' in change)
    .map(({ path, value }) => ({
      path: path.join('.'),
      before: toldJson(valueAt(context, path) ?? null),
      after: toldJson(value),
    }));

export async function planCompletion(
  input: StepInput,
  { id, now, by }: { id: string; now: string; by: string | null },
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion & { findings: WorkflowFinding[] }>> {
  const before = await readActiveWorkflow(input, id, tools);
  const { changes, findings } = complete(before.context, now);
  const noted = by === null ? [] : [byPerson(before.context, changes, { now, user: by }, 'Completed the workflow')];
  const all = [...touch(before.context, now), ...changes, ...noted];
  const { step, result } = await planChange(input, before, all, { label: 'Completed a workflow', now, tools });
  const folder = { from: tools.places.folder('active', id), to: tools.places.folder('completed', id) };
  return { step: { ...step, folder }, result: { version: result.version, findings } };
}
