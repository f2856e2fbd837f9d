import { type Json, type JsonObject, objectOf, textOf } from '../../formats/workflow/json-values.ts';
import {
  createFieldReader,
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
import type { PathFunctions, RunSource, RunTexts } from '../program.ts';

/**
 * Claude Code's workflows: `SESSION/workflows/RUN.json`, written at the end, and until then the journal alone, in
 * `SESSION/subagents/workflows/RUN/`.
 */
export const claudeRuns: RunSource = {
  id: 'claude',
  conversations: 'claude',
  files: ['*/*/workflows/wf_*.json', '*/*/subagents/workflows/wf_*/journal.jsonl'],
  savedWithConversation: /[/\\]workflows[/\\](?:wf_[^/\\]+\.json|wf_[^/\\]+[/\\]journal\.jsonl)$/,
  mayLackMain: true,
  cleanup: 'conversations',
  mainOf(path, { join, dirname, basename }) {
    const run = dirname(path);
    const session = dirname(dirname(dirname(run)));
    return basename(path) === 'journal.jsonl' ? join(session, 'workflows', `${basename(run)}.json`) : path;
  },
  foldersOf: (main, paths) => [
    { folder: agentsFolder(main, paths) },
    { folder: paths.join(sessionOf(main, paths), 'workflows', 'scripts'), ending: scriptEnding(paths.basename(main)) },
  ],
  conversationOf: (main, paths) => `${sessionOf(main, paths)}.jsonl`,
  agentConversation: (main, agent, paths) => paths.join(agentsFolder(main, paths), `agent-${agent}.jsonl`),
  projectOf: (main, paths) => paths.dirname(sessionOf(main, paths)),
  reads: /^(?:journal\.jsonl|agent-.+\.meta\.json)$/,
  read: readClaudeRun,
};

const sessionOf = (main: string, { dirname }: PathFunctions): string => dirname(dirname(main));

const agentsFolder = (main: string, paths: PathFunctions): string =>
  paths.join(sessionOf(main, paths), 'subagents', 'workflows', paths.basename(main).replace(/\.json$/, ''));

/** End of the name of the script, which begins with the workflow's. @param main name of the main file */
const scriptEnding = (main: string): string => `-${main.replace(/\.json$/, '')}.js`;

function readClaudeRun({ main, mainName, others: texts, names }: RunTexts): Run {
  const { value: record, torn } = main === null ? { value: {}, torn: [] } : readRunFile('record', main);
  const journalText = texts.get('journal.jsonl') ?? null;
  const journal = journalText === null ? { records: [], torn: [] } : readLines('journal.jsonl', journalText);
  const { field, others } = createFieldReader(record);
  const progress = objectsIn(field('workflowProgress'));
  const groups = groupsOf(field('phases'), progress);
  const said = textOf(field('status'));
  // It writes the record when it ends.
  const status: RunStatus = main === null ? 'running' : runStatus(said);
  const isOver = status !== 'running';
  const steps = withJournal(
    progress.filter(({ type }) => type === 'workflow_agent').map((each) => stepOf(each, groups)),
    journal.records,
    texts,
  ).map((step) => (isOver && step.status === 'running' ? { ...step, status: 'stopped' as const } : step));
  const startedAt = momentIn(field('startTime')) ?? earliest(steps);
  const durationMs = numberIn(field('durationMs'));
  const otherProgress = progress.filter(({ type }) => type !== 'workflow_agent' && type !== 'workflow_phase');
  return {
    name: textOf(field('workflowName')) ?? nameByScript(mainName, names),
    about: textOf(field('summary')),
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
    tokens: numberIn(field('totalTokens')),
    folder: null,
    error: runWords(field('error')),
    waitsFor: null,
    groups,
    steps,
    approvals: [],
    more: otherProgress.length === 0 ? others : { ...others, workflowProgress: [...otherProgress] as Json[] },
    torn: [...torn, ...journal.torn],
  };
}

function groupsOf(phases: Json | undefined, progress: readonly Readonly<JsonObject>[]): Run['groups'] {
  const listed = objectsIn(phases);
  const marked = progress.filter(({ type }) => type === 'workflow_phase');
  return (listed.length > 0 ? listed : marked).map(({ title, detail }, index) => ({
    name: textOf(title) ?? `Phase ${index + 1}`,
    about: textOf(detail),
  }));
}

function stepOf({ type: _, ...agent }: Readonly<JsonObject>, groups: Run['groups']): RunStep {
  const { field, others } = createFieldReader(agent);
  const startedAt = momentIn(field('startedAt'));
  const durationMs = numberIn(field('durationMs'));
  const session = textOf(field('agentId'));
  const group = groups[(numberIn(field('phaseIndex')) ?? 0) - 1];
  return {
    name: textOf(field('label')) ?? session ?? 'agent',
    group: textOf(field('phaseTitle')) ?? group?.name ?? null,
    agent: textOf(agent['agentType']),
    status: runStatus(field('state')),
    said: textOf(field('state')),
    startedAt,
    endedAt: startedAt !== null && durationMs !== null ? startedAt + durationMs : null,
    durationMs,
    tokens: numberIn(field('tokens')),
    attempt: numberIn(field('attempt')),
    asked: runWords(field('promptPreview')),
    made: runWords(field('resultPreview')),
    error: runWords(field('error')),
    session,
    more: others,
  };
}

/** Adds details of the journal to the record: agents that are still at work, and the whole result of each. */
function withJournal(
  steps: readonly RunStep[],
  journal: readonly Readonly<JsonObject>[],
  texts: RunTexts['others'],
): RunStep[] {
  const all = new Map(steps.map((step, index) => [step.session ?? `#${index}`, step]));
  for (const line of journal) {
    const session = textOf(line['agentId']);
    if (session === null) {
      continue;
    }
    const before =
      all.get(session) ??
      stepOf({ ...aboutAgent(texts.get(`agent-${session}.meta.json`)), ...line, state: 'started' }, []);
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

function aboutAgent(text: string | null | undefined): JsonObject {
  const { value } = text === undefined ? { value: {} } : readRunFile('', text ?? '');
  const about = objectOf(value);
  return { ...about, label: about['description'] ?? null, phaseTitle: about['workflowPhase'] ?? null };
}

function earliest(steps: readonly RunStep[]): number | null {
  const times = steps.flatMap(({ startedAt }) => startedAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Name of a run by its script, which alone has it until the run ends. */
function nameByScript(main: string, names: readonly string[]): string | null {
  const ending = scriptEnding(main);
  return names.find((name) => name.endsWith(ending))?.slice(0, -ending.length) || null;
}
