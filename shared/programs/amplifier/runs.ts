import { type Json, type JsonObject, listOf, objectOf, textOf } from '../../formats/workflow/json-values.ts';
import {
  createFieldReader,
  type FieldReader,
  firstWords,
  momentIn,
  numberIn,
  objectsIn,
  type Run,
  type RunStatus,
  type RunStep,
  runStatus,
  runWords,
} from '../../formats/workflow/programs/run.ts';
import { readLines, readRunFile } from '../../formats/workflow/programs/run-files.ts';
import { readYaml } from '../../text/read-yaml.ts';
import type { RunSource, RunTexts } from '../program.ts';

/** Amplifier's recipes: `PROJECT/recipe-sessions/RUN/state.json` and the files beside it. */
export const amplifierRuns: RunSource = {
  id: 'amplifier',
  conversations: 'amplifier',
  files: ['*/recipe-sessions/*/state.json', '*/recipe-sessions/*/steps.jsonl'],
  cleanup: 7 * 86_400_000,
  mainOf: (path, { join, dirname }) => join(dirname(path), 'state.json'),
  foldersOf: (main, { dirname }) => [{ folder: dirname(main) }],
  agentConversation: (main, agent, paths) =>
    paths.join(amplifierRuns.projectOf(main, paths), 'sessions', agent, 'transcript.jsonl'),
  projectOf: (main, { dirname }) => dirname(dirname(dirname(main))),
  reads: /^(?:steps\.jsonl|recipe\.yaml)$/,
  read: readAmplifierRun,
};

const decided = new Set(['approved', 'denied', 'timeout']);
const maxRecipe = 1024 * 1024;

type PlannedStep = { readonly name: string; readonly group: string | null; readonly agent: string | null };
type Plan = { readonly about: string | null; readonly groups: Run['groups']; readonly steps: readonly PlannedStep[] };

function readAmplifierRun({ main, others: texts }: RunTexts): Run {
  const { value: state, torn } = readRunFile('state.json', main ?? '');
  // Older versions write neither.
  const stepsText = texts.get('steps.jsonl') ?? null;
  const recipe = texts.get('recipe.yaml') ?? null;
  const log = stepsText === null ? { records: [], torn: [] } : readLines('steps.jsonl', stepsText);
  const plan = recipe === null ? noPlan : planIn(recipe);
  const { field, others } = createFieldReader(state);
  const decisions = objectOf(field('stage_approvals'));
  const waitsFor = waitingIn(field, decisions);
  const index = numberIn(field('current_step_index')) ?? 0;
  const steps = stepsIn(field('completed_steps'), plan, log.records, index);
  const isCancelled = state['cancellation_status'] === 'cancelled';
  const { status, said } =
    torn.length > 0
      ? { status: 'unknown' as const, said: null }
      : waitsFor !== null
        ? { status: 'waiting' as const, said: 'pending' }
        : stepStatus(isCancelled, decisions, steps, plan);
  const startedAt = momentIn(field('started'));
  const ends = steps.flatMap(({ endedAt }) => endedAt ?? []);
  const endedAt = status === 'completed' && ends.length > 0 ? Math.max(...ends) : momentIn(state['cancelled_at']);
  return {
    name: textOf(field('recipe_name')),
    about: plan.about,
    status,
    said,
    currentStep: waitsFor?.stage ?? (status === 'completed' ? null : (steps[index]?.name ?? null)),
    totalSteps: plan.steps.length > 0 ? plan.steps.length : null,
    startedAt,
    endedAt,
    durationMs: startedAt !== null && endedAt !== null ? endedAt - startedAt : null,
    tokens: null,
    folder: textOf(field('project_path')),
    error: runWords(field('cancellation_error')) ?? steps.findLast((step) => step.status === 'failed')?.error ?? null,
    waitsFor,
    groups: [...plan.groups],
    steps,
    approvals: approvalsIn(field('approval_history'), decisions),
    more: others,
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

function approvalsIn(recorded: Json | undefined, decisions: Readonly<JsonObject>): Run['approvals'] {
  const history = objectsIn(recorded).map(({ stage, status, timestamp, reason }) => ({
    stage: textOf(stage) ?? '',
    status: textOf(status) ?? 'unknown',
    at: momentIn(timestamp),
    reason: runWords(reason),
  }));
  const noted = new Set(history.map(({ stage, status }) => `${stage} ${status}`));
  const standing = Object.entries(decisions).flatMap(([stage, status]) =>
    noted.has(`${stage} ${String(status)}`) ? [] : [{ stage, status: String(status), at: null, reason: null }],
  );
  return [...history, ...standing];
}

/** Reads the pending approval: it stays recorded until the recipe goes on, even once given. */
function waitingIn(field: FieldReader, decisions: Readonly<JsonObject>): Run['waitsFor'] {
  const stage = textOf(field('pending_approval_stage'));
  const question = textOf(field('pending_approval_prompt'));
  const askedAt = momentIn(field('pending_approval_requested_at'));
  const seconds = numberIn(field('pending_approval_timeout')) ?? 0;
  const action = textOf(field('pending_approval_default'));
  if (stage === null || decided.has(String(decisions[stage]))) {
    return null;
  }
  const until = askedAt === null || seconds <= 0 ? null : askedAt + seconds * 1000;
  return { stage, question, askedAt, until, otherwise: seconds <= 0 ? null : action };
}

/** Lists the steps of the recipe, with their progress; as they were done if the recipe does not list them. */
function stepsIn(
  completed: Json | undefined,
  plan: Plan,
  log: readonly Readonly<JsonObject>[],
  index: number,
): RunStep[] {
  const done = listOf(completed).flatMap((each) => textOf(each) ?? textOf(objectOf(each)['id']) ?? []);
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
    const { step_id: _, ...line } = lines.get(name) ?? {};
    const { field, others } = createFieldReader(line);
    const isDone = done.includes(name);
    const unsaid = field('event') === 'started' ? 'started' : isDone ? 'completed' : null;
    const said = textOf(field('status')) ?? unsaid;
    const seconds = numberIn(field('duration_s'));
    return {
      name,
      group: planned.get(name)?.group ?? null,
      agent: textOf(field('agent')) ?? planned.get(name)?.agent ?? null,
      status: isDone ? 'completed' : said === null ? (at < index ? 'skipped' : 'pending') : runStatus(said),
      said,
      startedAt: momentIn(field('started_at')),
      endedAt: momentIn(field('finished_at')),
      durationMs: seconds === null ? null : Math.round(seconds * 1000),
      tokens: null,
      attempt: numberIn(field('attempt')),
      asked: firstWords(field('prompt_resolved'), field('command')),
      made: firstWords(field('response'), field('stdout')),
      error: runWords(field('error')),
      session: textOf(field('agent_session_id')),
      more: others,
    };
  });
}

function stepStatus(
  isCancelled: boolean,
  decisions: Readonly<JsonObject>,
  steps: readonly RunStep[],
  plan: Plan,
): { readonly status: RunStatus; readonly said: string | null } {
  const refused = Object.values(decisions).find((each) => each === 'denied' || each === 'timeout');
  if (isCancelled || refused !== undefined) {
    return { status: 'stopped', said: refused === undefined ? 'cancelled' : String(refused) };
  }
  const isDone = ({ status }: RunStep): boolean => status === 'completed' || status === 'skipped';
  if (plan.steps.length > 0 && steps.every(isDone)) {
    return { status: 'completed', said: null };
  }
  const last = steps.findLast(({ said }) => said !== null);
  return last?.status === 'failed' ? { status: 'failed', said: last.said } : { status: 'running', said: null };
}
