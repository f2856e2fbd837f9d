import { z } from 'zod';
import { ContextureError } from '../../contract/errors.ts';
import type { WorkflowDefinition } from './definitions.ts';
import type { WorkflowFinding } from './finding.ts';
import type { JsonTextChange } from './json-text.ts';
import {
  isSameJson,
  type Json,
  type JsonObject,
  type JsonPath,
  listAt,
  listOf,
  objectsAt,
  plainJson,
  textAt,
  textOf,
  toldJson,
  valueAt,
} from './json-values.ts';
import { migrated } from './migrations.ts';
import { dataFindings, schemaFindings } from './problems.ts';
import { failedStep, isQuestion, questionsIn, type WorkflowDecision } from './summary.ts';
import type { OpenQuestion, PersonAnswer, Update } from './update-schema.ts';
import { moment, timesReversed } from './validate.ts';

/** Operations on a workflow, computed from its current context, so that fields of other programs stay. */

/** Raises the patch number and sets the time; every change begins with it. */
export function touch(context: Json, now: string): JsonTextChange[] {
  return [
    ...migrated(context),
    { path: ['meta', 'updated_at'], value: now },
    { path: ['meta', 'version'], value: nextVersion(textAt(context, ['meta', 'version'])) },
  ];
}

/** @param version as other programs also write it: `2`, `2.3`, `v2.3.4`, `2.3.4-beta`; an invalid one stays */
function nextVersion(version: string | null): string {
  const numbers = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+][\w.+-]+)?$/.exec(version ?? '1.0.0');
  if (numbers === null) {
    return version ?? '';
  }
  const [, major = '1', minor = '0', patch = '0', more = ''] = numbers;
  return `${major}.${minor}.${BigInt(patch) + 1n}${more}`;
}

/** Replaced values, by their paths. */
export type Overwritten = Record<string, Json>;

/** Collects the values a change replaces, for fields that have one already. */
function overwrites(context: Json, changes: readonly JsonTextChange[]): Overwritten {
  const replaced = changes.flatMap((change): [string, Json][] => {
    const before = valueAt(context, change.path);
    const differs = 'value' in change && before !== undefined && !isSameJson(before, change.value);
    return differs ? [[change.path.join('.'), toldJson(before)]] : [];
  });
  return Object.fromEntries(replaced);
}

/** Splits an object into a change for each field: a shallow merge. */
const fields = (under: readonly string[], values: Readonly<JsonObject> | null | undefined): JsonTextChange[] =>
  Object.entries(values ?? {}).map(([name, value]) => ({ path: [...under, name], value }));

const pushed = (path: JsonPath, items: readonly Json[] | null | undefined): JsonTextChange[] =>
  items && items.length > 0 ? [{ path, push: items }] : [];

export const isFinished = (status: Update['status']): boolean => status === 'completed' || status === 'skipped';

export const nextStepsIn = (context: Json): string[] =>
  listAt(context, ['workflow', 'next_steps']).filter((step) => typeof step === 'string');

/** Number of the next step, from 1 on: its file begins with it. */
export const stepNumber = (context: Json): number => listAt(context, ['workflow', 'step_history']).length + 1;

type StepUpdate = {
  readonly changes: JsonTextChange[];
  readonly overwritten: Overwritten;
  readonly currentStep: string;
  readonly nextSteps: string[];
  readonly findings: WorkflowFinding[];
};

/** Records an agent's step. @param output path of the step's file in the workflow's folder; null for a person's step */
export function update(
  context: Json,
  given: Update,
  {
    now,
    definition,
    output,
    agentFor,
  }: {
    readonly now: string;
    readonly definition: WorkflowDefinition;
    readonly output: string | null;
    /** Returns the agent for a step of a type; null if unknown. */
    readonly agentFor: (type: string, step: string) => string | null;
  },
): StepUpdate {
  const { step, agent, status } = given;
  const isByPerson = output === null;
  const began = given.started_at ?? begunAt(context, step);
  const startedAt = began ?? now;
  const completedAt = given.completed_at ?? (status === 'pending' || status === 'in_progress' ? null : now);
  const { currentStep, nextSteps } = stepsAfter(context, given, definition);
  const type = textAt(context, ['meta', 'workflow_type']) ?? '';
  const findings = findingsIn(type, given);
  const next = given.next_agent ?? (currentStep === step ? null : agentFor(type, currentStep));
  const data = [
    ...fields(['data', 'working_data'], given.working_data),
    ...fields(['data', 'outputs'], given.outputs),
    ...fields(['data', 'references'], given.references),
  ];
  const changes: JsonTextChange[] = [
    ...touch(context, now),
    { path: ['workflow', 'current_step'], value: currentStep },
    {
      path: ['workflow', 'step_history'],
      push: [
        {
          step,
          agent: isByPerson ? null : agent,
          started_at: startedAt,
          completed_at: completedAt,
          status,
          error: given.error ?? null,
        },
      ],
    },
    ...ifOther(context, ['workflow', 'next_steps'], nextSteps),
    ...ifGiven(['workflow', 'branch_point'], given.branch_point),
    ...ifGiven(['workflow', 'alternate_paths'], given.alternate_paths),
    ...(next === null && isByPerson ? [] : [{ path: ['agents', 'current_agent'], value: next ?? agent }]),
    ...pushed(
      ['agents', 'agent_history'],
      output === null
        ? []
        : [
            {
              agent,
              started_at: startedAt,
              completed_at: completedAt,
              context_input: given.context_input ?? inputOf(context),
              context_output: output,
              resources_used: given.resources_used ?? [],
              performance: performanceOf(given.performance, began, completedAt),
            },
          ],
    ),
    ...data,
    ...pushed(['files', 'created'], given.files_created),
    ...pushed(['files', 'modified'], given.files_modified),
    ...pushed(['files', 'deleted'], given.files_deleted),
    ...pushed(['files', 'references'], given.files_references),
    ...ifOther(context, ['state', 'can_resume'], true),
    ...ifOther(context, ['state', 'resume_from_step'], currentStep),
    ...ifGiven(['state', 'requires_human_input'], given.requires_human_input),
    ...ifGiven(['state', 'blocking_issues'], given.blocking_issues),
    ...ifGiven(['state', 'confidence_score'], given.confidence_score),
  ];
  const isKnown = definition.steps.length === 0 || definition.steps.some(({ name }) => name === step);
  return {
    changes,
    overwritten: overwrites(context, data),
    currentStep,
    nextSteps,
    findings: [...(isKnown ? [] : [unknownStep(step)]), ...findings],
  };
}

const times = z.object({ started_at: moment.nullish(), completed_at: moment.nullish() });

/** Finds unusual data in an update. @throws `value_invalid` for data of another kind than its name says */
function findingsIn(
  type: string,
  { working_data, outputs, references, started_at, completed_at }: Update,
): WorkflowFinding[] {
  const data = { working_data, outputs, references };
  const findings = dataFindings(type, plainJson(data as JsonObject) as typeof data);
  const wrong = findings.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) {
    const message = `${wrong.map((finding) => finding.message).join(' ')} Nothing was changed.`;
    throw new ContextureError('value_invalid', message, { findings: wrong });
  }
  const spent = { started_at, completed_at };
  return [...findings, ...schemaFindings(times, spent), ...timesReversed(spent, [])];
}

export const unknownStep = (step: string): WorkflowFinding => ({
  type: 'step_unknown',
  severity: 'warning',
  path: 'workflow.step_history',
  message: `The step “${step}” is none of this type of workflow.`,
  mend: 'Add it to system/workflows.json, or have the agent name one of the steps there.',
});

function stepsAfter(context: Json, { step, status, next_step: next }: Update, definition: WorkflowDefinition) {
  const planned = nextStepsIn(context);
  const ahead = planned.length > 0 ? planned : stepsLeft(context, definition);
  const done = isFinished(status) ? ahead.indexOf(step) : -1;
  const left = ahead.filter((_, index) => index !== done);
  // A step that ended before its turn leaves the workflow at its current one.
  const current = left.find((name) => name === valueAt(context, ['workflow', 'current_step']));
  const currentStep = next ?? (isFinished(status) ? (current ?? left[0] ?? step) : step);
  const goesBack = next != null && !left.includes(next);
  return { currentStep, nextSteps: goesBack ? [next, ...left] : left };
}

/** Lists steps of its type that nobody has done or skipped. */
export function stepsLeft(context: Json, { steps }: WorkflowDefinition): string[] {
  const finished = new Set(
    objectsAt(context, ['workflow', 'step_history'])
      .filter(({ status }) => isFinished(status as Update['status']))
      .map(({ step }) => step),
  );
  return steps.map(({ name }) => name).filter((name) => !finished.has(name));
}

/** Returns the time a step in progress began; null if that is not recorded. */
function begunAt(context: Json, step: string): string | null {
  const last = objectsAt(context, ['workflow', 'step_history']).findLast((each) => each['step'] === step);
  return last?.['status'] === 'in_progress' ? textOf(last['started_at']) : null;
}

function performanceOf(given: Update['performance'], began: string | null, completedAt: string | null): JsonObject {
  const duration = began === null || completedAt === null ? Number.NaN : Date.parse(completedAt) - Date.parse(began);
  const measured = { duration_ms: duration >= 0 ? duration : null, memory_used: null, api_calls: null };
  return { ...measured, ...given };
}

/** Path of the last agent's results. */
const inputOf = (context: Json): string =>
  textOf(objectsAt(context, ['agents', 'agent_history']).at(-1)?.['context_output']) ?? 'context.json';

const ifGiven = (path: JsonPath, value: Json | null | undefined): JsonTextChange[] =>
  value === undefined || value === null ? [] : [{ path, value }];

/** Makes a change only if the value differs, so that an equal one keeps its form. */
const ifOther = (context: Json, path: JsonPath, value: Json): JsonTextChange[] =>
  isSameJson(valueAt(context, path), value) ? [] : [{ path, value }];

/** Adds a question to the person. The workflow waits until it is answered. */
export function askQuestion(
  context: Json,
  asked: OpenQuestion,
  { id, now }: { readonly id: string; readonly now: string },
): JsonTextChange[] {
  const { question, options = [], agent } = asked;
  const step = asked.step ?? textAt(context, ['workflow', 'current_step']);
  const by = agent ?? textAt(context, ['agents', 'current_agent']);
  return [
    ...touch(context, now),
    { path: ['state', 'questions'], push: [{ id, question, options, agent: by, step, asked_at: now }] },
    ...ifOther(context, ['state', 'requires_human_input'], true),
    { path: ['state', 'blocking_issues'], push: [question] },
  ];
}

/** Records a person's answer. @throws `not_found` if nothing is asked, `entry_unclear` if several may be meant */
export function answerQuestion(
  context: Json,
  given: PersonAnswer,
  { now, user }: By,
): { readonly id: string; readonly changes: JsonTextChange[] } {
  const { id, question, left, issues } = answered(context, given.question);
  const changes: JsonTextChange[] = [
    ...ifOther(context, ['state', 'questions'], left),
    { path: ['state', 'requires_human_input'], value: left.length > 0 },
    ...ifOther(context, ['state', 'blocking_issues'], issues),
    {
      path: ['data', 'working_data', 'answers', id],
      value: { question, answer: given.answer, user, answered_at: now },
    },
    ...fields(['data', 'working_data'], given.working_data),
  ];
  const words = typeof given.answer === 'string' ? given.answer : JSON.stringify(given.answer);
  const action = given.action ?? `Answered “${question}”: ${words}`;
  return { id, changes: [...touch(context, now), ...changes, intervention(context, changes, { now, user }, action)] };
}

/** Finds the question with an id, or with exactly some words; else those in which the words occur. */
function namedBy(questions: readonly WorkflowDecision[], wanted: string): readonly WorkflowDecision[] {
  const words = wanted.trim().toLowerCase();
  const tests: ((one: WorkflowDecision) => boolean)[] = [
    ({ id }) => id === wanted,
    ({ question }) => question.trim().toLowerCase() === words,
    ({ question }) => words !== '' && question.toLowerCase().includes(words),
  ];
  return tests.map((test) => questions.filter(test)).find((matches) => matches.length > 0) ?? [];
}

function answered(context: Json, wanted: string | undefined) {
  const questions = questionsIn(context);
  const [only] = questions.length === 1 ? questions : [];
  const named = wanted === undefined ? [] : namedBy(questions, wanted);
  const answeredQuestion = wanted === undefined ? only : named.length === 1 ? named[0] : undefined;
  const issues = listAt(context, ['state', 'blocking_issues']);
  if (answeredQuestion) {
    const listed = listAt(context, ['state', 'questions']);
    const written = listed.filter(isQuestion)[questions.indexOf(answeredQuestion)];
    const left = listed.filter((each) => each !== written);
    const open = issues.filter((issue) => issue !== answeredQuestion.question);
    return { id: answeredQuestion.id, question: answeredQuestion.question, left, issues: open };
  }
  const several = wanted === undefined ? questions : named;
  if (several.length > 1) {
    const all = several.map(({ id: one, question }) => `${one}: ${question}`).join('; ');
    throw new ContextureError('entry_unclear', `Several questions wait. Say which is answered: ${all}`);
  }
  // An agent may wait without asking anything.
  if (questions.length === 0 && valueAt(context, ['state', 'requires_human_input']) === true) {
    return { id: wanted ?? 'human_input', question: issues.map(String).join(' '), left: [], issues: [] };
  }
  throw new ContextureError(
    'not_found',
    'Nothing of that is asked here, so nothing was answered. It may be answered already.',
  );
}

export type By = { readonly now: string; readonly user: string };

/** Records an action of a person, with the fields it changed, for the audit. */
export function intervention(
  context: Json,
  changes: readonly JsonTextChange[],
  { now, user }: By,
  action: string,
): JsonTextChange {
  const before: JsonObject = {};
  const after: JsonObject = {};
  for (const change of changes) {
    const at = change.path.join('.');
    before[at] = valueAt(context, change.path) ?? null;
    after[at] = 'value' in change ? change.value : 'push' in change ? [...listOf(before[at]), ...change.push] : null;
  }
  return {
    path: ['audit', 'human_interventions'],
    push: [{ timestamp: now, user, action, before_state: before, after_state: after }],
  };
}

/** Ends a workflow, whatever steps are left. */
export function complete(
  context: Json,
  now: string,
): { readonly changes: JsonTextChange[]; readonly findings: WorkflowFinding[] } {
  const left = nextStepsIn(context);
  const findings: WorkflowFinding[] = [
    ...unansweredIn(context),
    ...left.map((step) => ended('step_left', 'workflow.next_steps', `The step “${step}” was not done.`)),
  ];
  const changes: JsonTextChange[] = [
    { path: ['workflow', 'completed_at'], value: now },
    ...ifOther(context, ['agents', 'current_agent'], null),
    ...ifOther(context, ['state', 'can_resume'], false),
    ...ifOther(context, ['state', 'resume_from_step'], null),
    ...ifOther(context, ['state', 'requires_human_input'], false),
  ];
  return { changes, findings };
}

const ended = (type: string, path: string, message: string): WorkflowFinding => ({
  type,
  severity: 'info',
  path,
  message,
  mend: 'If it was not needed, there is nothing to do; if it was, undo the completion and go on.',
});

/** Finds unanswered questions, or a person being waited for without one. */
function unansweredIn(context: Json): WorkflowFinding[] {
  const questions = questionsIn(context);
  const isWaiting = valueAt(context, ['state', 'requires_human_input']) === true;
  const issues = listAt(context, ['state', 'blocking_issues']).map(String).join(' ');
  return questions.length === 0 && isWaiting
    ? [unanswered('state.requires_human_input', issues || 'What a person was waited for')]
    : questions.map(({ question }) => unanswered('state.questions', question));
}

const unanswered = (path: string, question: string): WorkflowFinding => ({
  ...ended('question_left', path, `“${question}” was not answered.`),
  severity: 'warning',
});

/** Resumes at a step, to be done again with all after it. @throws `not_found` for a step of no such name */
export function resumeFromStep(context: Json, step: string, definition: WorkflowDefinition): JsonTextChange[] {
  const names = definition.steps.map(({ name }) => name);
  const at = names.indexOf(step);
  const ahead = nextStepsIn(context);
  if (at < 0 && !ahead.includes(step)) {
    throw new ContextureError('not_found', `“${step}” isn’t a step of this workflow. Nothing was changed.`, { step });
  }
  const later = at < 0 ? ahead.slice(ahead.indexOf(step)) : names.slice(at);
  return [
    ...ifOther(context, ['workflow', 'current_step'], step),
    ...ifOther(context, ['workflow', 'next_steps'], later),
    ...ifOther(context, ['state', 'can_resume'], true),
    ...ifOther(context, ['state', 'resume_from_step'], step),
  ];
}

/** Resumes a workflow after a failed step, which stays on record as it was. */
export const afterFailure = (context: Json): JsonTextChange[] =>
  failedStep(context) === null
    ? []
    : [{ path: ['workflow', 'resumed_after'], value: listAt(context, ['workflow', 'step_history']).length }];

/** Fields a checkpoint restores. The record of steps and of people's actions stays. */
const restored: readonly JsonPath[] = [
  ['workflow', 'current_step'],
  ['workflow', 'next_steps'],
  ['workflow', 'branch_point'],
  ['workflow', 'alternate_paths'],
  ['workflow', 'total_steps'],
  ['session'],
  ['agents', 'current_agent'],
  ['data'],
  ['state'],
];

/** Resumes from a checkpoint. @param snapshot the context in the checkpoint */
export function resumeFromCheckpoint(context: Json, snapshot: Json): JsonTextChange[] {
  return restored.flatMap((path) => {
    const before = valueAt(snapshot, path);
    return before === undefined ? [] : ifOther(context, path, before);
  });
}
