import { type Json, type JsonObject, objectOf, textOf } from '../json-values.ts';
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

/** Texts of Claude Code's files on a workflow. It writes the record at the end, and until then the journal alone. */
export type ClaudeFiles = {
  readonly record: string | null;
  readonly journal: string | null;
  /** Files on each agent beside its conversation, by its id. */
  readonly agents: ReadonlyMap<string, string>;
};

const knownInRecord = new Set([
  'workflowName',
  'summary',
  'status',
  'startTime',
  'durationMs',
  'totalTokens',
  'error',
  'phases',
  'workflowProgress',
]);
const knownInAgent = new Set([
  'type',
  'label',
  'phaseIndex',
  'phaseTitle',
  'agentId',
  'state',
  'startedAt',
  'durationMs',
  'tokens',
  'attempt',
  'promptPreview',
  'resultPreview',
  'error',
]);

export function readClaudeRun({ record: recordText, journal: journalText, agents }: ClaudeFiles): Run {
  const { value: record, torn } = recordText === null ? { value: {}, torn: [] } : readRunFile('record', recordText);
  const journal = journalText === null ? { records: [], torn: [] } : readLines('journal.jsonl', journalText);
  const progress = objectsIn(record['workflowProgress']);
  const groups = groupsOf(record, progress);
  const said = textOf(record['status']);
  // It writes the record when it ends.
  const status: RunStatus = recordText === null ? 'running' : runStatus(said);
  const isOver = status !== 'running';
  const steps = withJournal(
    progress.filter(({ type }) => type === 'workflow_agent').map((each) => stepOf(each, groups)),
    journal.records,
    agents,
  ).map((step) => (isOver && step.status === 'running' ? { ...step, status: 'stopped' as const } : step));
  const startedAt = momentIn(record['startTime']) ?? earliest(steps);
  const durationMs = numberIn(record['durationMs']);
  const others = progress.filter(({ type }) => type !== 'workflow_agent' && type !== 'workflow_phase');
  return {
    name: textOf(record['workflowName']),
    about: textOf(record['summary']),
    status,
    said,
    currentStep: steps.find((step) => step.status === 'running')?.name ?? null,
    totalSteps: isOver ? steps.length : null,
    startedAt,
    endedAt:
      startedAt !== null && durationMs !== null
        ? startedAt + durationMs
        : isOver
          ? momentIn(record['timestamp'])
          : null,
    durationMs,
    tokens: numberIn(record['totalTokens']),
    folder: null,
    error: runWords(record['error']),
    waitsFor: null,
    groups,
    steps,
    approvals: [],
    more: {
      ...omitFields(record, knownInRecord),
      ...(others.length === 0 ? {} : { workflowProgress: [...others] as Json[] }),
    },
    torn: [...torn, ...journal.torn],
  };
}

function groupsOf(record: Readonly<JsonObject>, progress: readonly Readonly<JsonObject>[]): Run['groups'] {
  const listed = objectsIn(record['phases']);
  const marked = progress.filter(({ type }) => type === 'workflow_phase');
  return (listed.length > 0 ? listed : marked).map(({ title, detail }, index) => ({
    name: textOf(title) ?? `Phase ${index + 1}`,
    about: textOf(detail),
  }));
}

function stepOf(agent: Readonly<JsonObject>, groups: Run['groups']): RunStep {
  const startedAt = momentIn(agent['startedAt']);
  const durationMs = numberIn(agent['durationMs']);
  const session = textOf(agent['agentId']);
  return {
    name: textOf(agent['label']) ?? session ?? 'agent',
    group: textOf(agent['phaseTitle']) ?? groups[(numberIn(agent['phaseIndex']) ?? 0) - 1]?.name ?? null,
    agent: textOf(agent['agentType']),
    status: runStatus(agent['state']),
    said: textOf(agent['state']),
    startedAt,
    endedAt: startedAt !== null && durationMs !== null ? startedAt + durationMs : null,
    durationMs,
    tokens: numberIn(agent['tokens']),
    attempt: numberIn(agent['attempt']),
    asked: runWords(agent['promptPreview']),
    made: runWords(agent['resultPreview']),
    error: runWords(agent['error']),
    session,
    more: omitFields(agent, knownInAgent),
  };
}

/** Adds details of the journal to the record: agents that are still at work, and the whole result of each. */
function withJournal(
  steps: readonly RunStep[],
  journal: readonly Readonly<JsonObject>[],
  agents: ReadonlyMap<string, string>,
): RunStep[] {
  const all = new Map(steps.map((step, index) => [step.session ?? `#${index}`, step]));
  for (const line of journal) {
    const session = textOf(line['agentId']);
    if (session === null) {
      continue;
    }
    const before = all.get(session) ?? stepOf({ ...aboutAgent(agents.get(session)), ...line, state: 'started' }, []);
    const step = { ...before, group: before.group ?? textOf(line['phase']) };
    all.set(
      session,
      line['type'] === 'result'
        ? {
            ...step,
            status: step.said === 'started' ? 'completed' : step.status,
            said: step.said === 'started' ? 'result' : step.said,
            made: runWords(line['result']) ?? step.made,
          }
        : step,
    );
  }
  return [...all.values()];
}

function aboutAgent(text: string | undefined): JsonObject {
  const { value } = text === undefined ? { value: {} } : readRunFile('', text);
  const about = objectOf(value);
  return { ...about, label: about['description'] ?? null, phaseTitle: about['workflowPhase'] ?? null };
}

function earliest(steps: readonly RunStep[]): number | null {
  const times = steps.flatMap(({ startedAt }) => startedAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
