import { readJsonExactly } from '../../formats/workflow/json-text.ts';
import { isObject, type Json, type JsonObject, textOf, toldJson } from '../../formats/workflow/json-values.ts';
import {
  momentIn,
  numberIn,
  type Run,
  type RunStatus,
  type RunStep,
  runStatus,
  runWords,
} from '../../formats/workflow/programs/run.ts';
import type { RunSource } from '../program.ts';

/** State of a workflow that Claude Code is told to write down in a project. */
export const stateRuns: RunSource = {
  id: 'state',
  conversations: 'claude',
  inProject: '.claude/workflow-state.json',
  mainOf: (path) => path,
  foldersOf: () => [],
  projectOf: (main, { dirname }) => dirname(dirname(main)),
  read: ({ main }) => readStateRun(main ?? ''),
};

/** Reads a `workflow-state.json`, whose shape is each program's own: usual names as such, all others as they are. */
function readStateRun(text: string): Run {
  const exact = readJsonExactly(text);
  const value = exact && toldJson(exact);
  const state: Readonly<JsonObject> = isObject(value) ? value : value === undefined ? {} : { value };
  const { take, others } = createTaking(state);
  const steps = stepsIn(take);
  const status = take((each) => textOf(each), 'status', 'state', 'workflow_status');
  const question = take((each) => textOf(each), 'pending_question', 'question', 'approval_prompt');
  const waits = take(
    (each) => (each === true || (typeof each === 'string' && each !== '') ? each : null),
    'requires_human_input',
    'awaiting_approval',
    'waiting_for_approval',
    'pending_approval',
    'waiting_for',
  );
  const current = take(named, 'current_step', 'current_phase', 'current_stage', 'phase', 'step', 'stage');
  const startedAt = take(momentIn, 'started_at', 'created_at', 'start_time', 'started');
  const endedAt = take(momentIn, 'completed_at', 'finished_at', 'ended_at', 'end_time');
  return {
    name: take(textOf, 'name', 'workflow_name', 'workflow', 'feature', 'title', 'slug', 'task_id', 'task'),
    about: take(textOf, 'description', 'task_description', 'summary', 'requirement', 'goal'),
    status: waits === null ? runState(status, steps, endedAt) : 'waiting',
    said: status,
    currentStep: current,
    totalSteps: take(numberIn, 'total_steps', 'total_phases') ?? (steps.length > 0 ? steps.length : null),
    startedAt,
    endedAt,
    durationMs: startedAt !== null && endedAt !== null ? endedAt - startedAt : null,
    tokens: null,
    folder: null,
    error: take(runWords, 'error', 'last_error'),
    waitsFor:
      waits === null
        ? null
        : {
            stage: typeof waits === 'string' ? waits : (current ?? 'approval'),
            question,
            askedAt: null,
            until: null,
            otherwise: null,
          },
    groups: [],
    steps,
    approvals: [],
    torn: value === undefined ? [{ file: 'workflow-state.json', line: 0, text: text.slice(0, 500) }] : [],
    more: others,
  };
}

/** Strips a name: `currentStep`, `current-step` and `current_step` are the same. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Creates a function that takes the first of some names that has a value. `others` are those not taken. */
function createTaking(object: Readonly<JsonObject>) {
  const names = new Map(Object.keys(object).map((name) => [plain(name), name]));
  const others = { ...object };
  const take = <T>(read: (value: Json | undefined) => T | null, ...wanted: readonly string[]): T | null => {
    for (const name of wanted.flatMap((each) => names.get(plain(each)) ?? [])) {
      const value = read(others[name]);
      if (value !== null) {
        delete others[name];
        return value;
      }
    }
    return null;
  };
  return { take, others };
}
type Take = ReturnType<typeof createTaking>['take'];

const named = (value: Json | undefined): string | null =>
  textOf(value) ?? (typeof value === 'number' ? String(value) : isObject(value) ? textOf(value['name']) : null);

type ListedSteps = readonly { readonly key: string | null; readonly value: Json }[];

function stepsIn(take: Take): RunStep[] {
  const listed =
    take<ListedSteps>(
      (value) =>
        Array.isArray(value)
          ? value.map((each) => ({ key: null, value: each }))
          : isObject(value)
            ? Object.entries(value).map(([key, each]) => ({ key, value: each }))
            : null,
      'steps',
      'phases',
      'stages',
      'tasks',
    ) ?? [];
  const done = namesIn(take, 'completed_steps', 'completed_phases', 'completed');
  const ahead = namesIn(take, 'next_steps', 'remaining_steps', 'pending_steps');
  const steps = listed.map(({ key, value }, index) => stepOf(key, value, index));
  const listedNames = new Set(steps.map(({ name }) => name));
  const others = [
    ...done.map((name) => ({ name, status: 'completed' as const })),
    ...ahead.map((name) => ({ name, status: 'pending' as const })),
  ].filter(({ name }) => !listedNames.has(name));
  return [
    ...steps.map((step) =>
      step.status === 'unknown' && done.includes(step.name) ? { ...step, status: 'completed' as const } : step,
    ),
    ...others.map(({ name, status }) => ({ ...noStep, name, status })),
  ];
}

const namesIn = (take: Take, ...names: readonly string[]): readonly string[] =>
  take((value) => (Array.isArray(value) ? value.flatMap((each) => named(each) ?? []) : null), ...names) ?? [];

const noStep: Omit<RunStep, 'name' | 'status'> = {
  group: null,
  agent: null,
  said: null,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  tokens: null,
  attempt: null,
  asked: null,
  made: null,
  error: null,
  session: null,
  more: {},
};

function stepOf(key: string | null, value: Json, index: number): RunStep {
  if (!isObject(value)) {
    const isName = key === null;
    return {
      ...noStep,
      name: key ?? named(value) ?? `step ${index + 1}`,
      status: isName ? 'unknown' : value === true ? 'completed' : value === false ? 'pending' : runStatus(value),
      said: isName ? null : runWords(value),
    };
  }
  const { take, others } = createTaking(value);
  const said = take(textOf, 'status', 'state');
  const isDone = take((each) => (typeof each === 'boolean' ? each : null), 'completed', 'done');
  const startedAt = take(momentIn, 'started_at', 'start_time', 'started');
  const endedAt = take(momentIn, 'completed_at', 'finished_at', 'ended_at', 'end_time');
  return {
    ...noStep,
    name: take(named, 'name', 'title', 'label', 'id', 'step') ?? key ?? `step ${index + 1}`,
    agent: take(textOf, 'agent', 'assignee', 'owner'),
    status: said === null && isDone !== null ? (isDone ? 'completed' : 'pending') : runStatus(said ?? undefined),
    said,
    startedAt,
    endedAt,
    durationMs: startedAt !== null && endedAt !== null ? endedAt - startedAt : null,
    made: take(runWords, 'result', 'output', 'summary'),
    error: take(runWords, 'error'),
    more: others,
  };
}

function runState(written: string | null, steps: readonly RunStep[], endedAt: number | null): RunStatus {
  const status = written === null ? 'unknown' : runStatus(written);
  if (status !== 'unknown') {
    return status;
  }
  const has = (wanted: RunStatus): boolean => steps.some((step) => step.status === wanted);
  if (endedAt !== null || (steps.length > 0 && steps.every((step) => step.status === 'completed'))) {
    return 'completed';
  }
  return has('waiting') ? 'waiting' : has('failed') ? 'failed' : has('running') ? 'running' : 'unknown';
}
