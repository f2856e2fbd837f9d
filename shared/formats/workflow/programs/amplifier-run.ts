import { readYaml } from '../../../text/read-yaml.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import {
  momentIn,
  numberIn,
  objectsIn,
  omitFields,
  type Run,
  type RunStatus,
  type RunStep,
  runStatus,
  runWords,
} from './run.ts';
import { readLines, readRunFile } from './run-files.ts';

/** Texts of the files Amplifier keeps on the run of a recipe. */
export type AmplifierFiles = {
  readonly state: string;
  /** Null from older versions, which write none. */
  readonly steps: string | null;
  readonly recipe: string | null;
};

const knownInState = new Set([
  'recipe_name',
  'started',
  'current_step_index',
  'completed_steps',
  'project_path',
  'stage_approvals',
  'approval_history',
  'pending_approval_stage',
  'pending_approval_prompt',
  'pending_approval_timeout',
  'pending_approval_default',
  'pending_approval_requested_at',
  'cancellation_error',
]);
const knownInLine = new Set([
  'event',
  'step_id',
  'agent',
  'status',
  'started_at',
  'finished_at',
  'duration_s',
  'attempt',
  'prompt_resolved',
  'command',
  'response',
  'stdout',
  'error',
  'agent_session_id',
]);
const decided = new Set(['approved', 'denied', 'timeout']);
const maxRecipe = 1024 * 1024;

type PlannedStep = { readonly name: string; readonly group: string | null; readonly agent: string | null };
type Plan = { readonly about: string | null; readonly groups: Run['groups']; readonly steps: readonly PlannedStep[] };

export function readAmplifierRun({ state: stateText, steps: stepsText, recipe }: AmplifierFiles): Run {
  const { value: state, torn } = readRunFile('state.json', stateText);
  const log = stepsText === null ? { records: [], torn: [] } : readLines('steps.jsonl', stepsText);
  const plan = recipe === null ? noPlan : planIn(recipe);
  const approvals = approvalsIn(state);
  const waitsFor = waitingIn(state);
  const index = numberIn(state['current_step_index']) ?? 0;
  const steps = stepsIn(state, plan, log.records, index);
  const { status, said } =
    torn.length > 0 ? { status: 'unknown' as const, said: null } : stepStatus(state, steps, plan, waitsFor !== null);
  const startedAt = momentIn(state['started']);
  const ends = steps.flatMap(({ endedAt }) => endedAt ?? []);
  const endedAt = status === 'completed' && ends.length > 0 ? Math.max(...ends) : momentIn(state['cancelled_at']);
  return {
    name: textOf(state['recipe_name']),
    about: plan.about,
    status,
    said,
    currentStep: waitsFor?.stage ?? (status === 'completed' ? null : (steps[index]?.name ?? null)),
    totalSteps: plan.steps.length > 0 ? plan.steps.length : null,
    startedAt,
    endedAt,
    durationMs: startedAt !== null && endedAt !== null ? endedAt - startedAt : null,
    tokens: null,
    folder: textOf(state['project_path']),
    error: runWords(state['cancellation_error']) ?? steps.findLast((step) => step.status === 'failed')?.error ?? null,
    waitsFor,
    groups: [...plan.groups],
    steps,
    approvals,
    more: omitFields(state, knownInState),
    torn: [...torn, ...log.torn],
  };
}

const noPlan: Plan = { about: null, groups: [], steps: [] };

/** Reads the steps of the recipe; none if it is no recipe. */
function planIn(text: string): Plan {
  const value = readYaml(text, maxRecipe)?.document.toJS() as Json | undefined;
  const recipe = objectOf(value);
  const stages = objectsIn(recipe['stages']);
  const plannedIn = (steps: Json | undefined, group: string | null): PlannedStep[] =>
    objectsIn(steps).map(({ id, agent, type }, at) => ({
      name: textOf(id) ?? `step ${at + 1}`,
      group,
      agent: textOf(agent) ?? textOf(type),
    }));
  return {
    about: textOf(recipe['description']),
    groups: stages.flatMap(({ name, description }) =>
      textOf(name) === null ? [] : [{ name: textOf(name) ?? '', about: textOf(description) }],
    ),
    steps: [
      ...plannedIn(recipe['steps'], null),
      ...stages.flatMap(({ name, steps }) => plannedIn(steps, textOf(name))),
    ],
  };
}

function approvalsIn(state: Readonly<JsonObject>): Run['approvals'] {
  const history = objectsIn(state['approval_history']).map(({ stage, status, timestamp, reason }) => ({
    stage: textOf(stage) ?? '',
    status: textOf(status) ?? 'unknown',
    at: momentIn(timestamp),
    reason: runWords(reason),
  }));
  const noted = new Set(history.map(({ stage, status }) => `${stage} ${status}`));
  const standing = Object.entries(objectOf(state['stage_approvals'])).flatMap(([stage, status]) =>
    noted.has(`${stage} ${String(status)}`) ? [] : [{ stage, status: String(status), at: null, reason: null }],
  );
  return [...history, ...standing];
}

/** Reads the pending approval: it stays recorded until the recipe goes on, even once given. */
function waitingIn(state: Readonly<JsonObject>): Run['waitsFor'] {
  const stage = textOf(state['pending_approval_stage']);
  if (stage === null || decided.has(String(objectOf(state['stage_approvals'])[stage]))) {
    return null;
  }
  const askedAt = momentIn(state['pending_approval_requested_at']);
  const seconds = numberIn(state['pending_approval_timeout']) ?? 0;
  return {
    stage,
    question: textOf(state['pending_approval_prompt']),
    askedAt,
    until: askedAt === null || seconds <= 0 ? null : askedAt + seconds * 1000,
    otherwise: seconds <= 0 ? null : textOf(state['pending_approval_default']),
  };
}

/** Lists the steps of the recipe, with their progress; as they were done if the recipe does not list them. */
function stepsIn(
  state: Readonly<JsonObject>,
  plan: Plan,
  log: readonly Readonly<JsonObject>[],
  index: number,
): RunStep[] {
  const done = listOf(state['completed_steps']).flatMap((each) => textOf(each) ?? textOf(objectOf(each)['id']) ?? []);
  const lines = new Map<string, Readonly<JsonObject>>();
  for (const line of log) {
    const name = textOf(line['step_id']);
    if (name !== null) {
      lines.set(name, { ...lines.get(name), ...line });
    }
  }
  const planned = new Map(plan.steps.map((step) => [step.name, step]));
  const names = [...new Set([...planned.keys(), ...done, ...lines.keys()])];
  return names.map((name, at) => {
    const line = lines.get(name) ?? {};
    const isDone = done.includes(name);
    const said = textOf(line['status']) ?? (line['event'] === 'started' ? 'started' : isDone ? 'completed' : null);
    const seconds = numberIn(line['duration_s']);
    return {
      name,
      group: planned.get(name)?.group ?? null,
      agent: textOf(line['agent']) ?? planned.get(name)?.agent ?? null,
      status: isDone ? 'completed' : said === null ? (at < index ? 'skipped' : 'pending') : runStatus(said),
      said,
      startedAt: momentIn(line['started_at']),
      endedAt: momentIn(line['finished_at']),
      durationMs: seconds === null ? null : Math.round(seconds * 1000),
      tokens: null,
      attempt: numberIn(line['attempt']),
      asked: runWords(line['prompt_resolved']) ?? runWords(line['command']),
      made: runWords(line['response']) ?? runWords(line['stdout']),
      error: runWords(line['error']),
      session: textOf(line['agent_session_id']),
      more: omitFields(line, knownInLine),
    };
  });
}

function stepStatus(
  state: Readonly<JsonObject>,
  steps: readonly RunStep[],
  plan: Plan,
  isWaiting: boolean,
): { readonly status: RunStatus; readonly said: string | null } {
  if (isWaiting) {
    return { status: 'waiting', said: 'pending' };
  }
  const approvals = isObject(state['stage_approvals']) ? Object.values(state['stage_approvals']) : [];
  const refused = approvals.find((each) => each === 'denied' || each === 'timeout');
  if (state['cancellation_status'] === 'cancelled' || refused !== undefined) {
    return { status: 'stopped', said: refused === undefined ? 'cancelled' : String(refused) };
  }
  const isDone = ({ status }: RunStep): boolean => status === 'completed' || status === 'skipped';
  if (plan.steps.length > 0 && steps.every(isDone)) {
    return { status: 'completed', said: null };
  }
  const last = steps.findLast(({ said }) => said !== null);
  return last?.status === 'failed' ? { status: 'failed', said: last.said } : { status: 'running', said: null };
}
