import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkFolder, WorkflowSummary } from '#shared/contract/features/work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { dayOfMoment, monthInWords } from '../../wording/dates.ts';
import { humanised, statusNames, workflowName, workflowTitle } from '../../wording/workflows.ts';

/** Groups of the list before the archived workflows, which are grouped by month. */
export const groupNames = ['Needs you', 'Under way', 'Not finished', 'Completed'] as const;
type GroupName = (typeof groupNames)[number];

/** Filters of the list, besides types and agents. `long` means begun over a day ago and still running. */
export const workFilters = [
  'waiting',
  'failed',
  'blocked',
  'unsure',
  'check',
  'running',
  'long',
  'unfinished',
  'completed',
  'damaged',
  'archived',
] as const;
export type WorkFilter = (typeof workFilters)[number];

type ItemFacts = {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly progress: string;
  /** Word in a frame; empty for none. */
  readonly mark: string;
  /** Heading it is listed under: one of `groupNames`, or the month of an archived one. */
  readonly group: string;
  /** Filters it fits, except for `long`. */
  readonly filters: readonly WorkFilter[];
  /** Kind of work in words: its type, or the program that keeps it. */
  readonly type: string | null;
  /** Names of all agents active in it, in words; none if unknown. */
  readonly agents: readonly string[];
  /** Searchable names, in lower case. */
  readonly names: string;
  /** Rank among those that need the person: those waiting for an answer come first, those that only need a look last. */
  readonly pressing: number;
  /** Milliseconds since 1970; NaN if unknown. */
  readonly begunAt: number;
  /** Time of the last change, for an archived one of archiving it; NaN if unknown. */
  readonly changedAt: number;
  /** Way to the archive or back; null if it can’t be moved. */
  readonly move: { readonly act: 'archive' | 'restore'; readonly name: string; readonly where: WorkFolder } | null;
};

type Sources = { own: WorkflowSummary; foreign: ForeignWorkflow; archived: ArchivedWorkflow };
type ItemOf<S extends keyof Sources> = ItemFacts & { readonly source: S; readonly workflow: Sources[S] };

/** A workflow of this workspace, one that another program keeps, or one that was archived. */
export type WorkItem = { [S in keyof Sources]: ItemOf<S> }[keyof Sources];

const pressing = { waiting: 0, failed: 1, blocked: 1, damaged: 2, running: 3, completed: 3 };

/** @param failsCheck true if a check of it failed, as far as it was checked */
export function ownItem(workflow: WorkflowSummary, failsCheck = false): ItemOf<'own'> {
  const { id, where, status, type, agents, currentStep, totalSteps, stepsDone, currentAgent } = workflow;
  const fails = failsCheck && where === 'active';
  const isNeedy = needsYou(workflow) || fails;
  return {
    source: 'own',
    workflow,
    id,
    key: `${where} ${id}`,
    get title() {
      return workflowTitle(workflow);
    },
    state: statusNames[status],
    progress: joined(
      currentStep && humanised(currentStep),
      countOfSteps(totalSteps, stepsDone),
      currentAgent && humanised(currentAgent),
    ),
    mark: '',
    group: isNeedy ? 'Needs you' : where === 'active' ? 'Under way' : 'Completed',
    filters: [
      status,
      ...(isNeedy && workflow.isLowConfidence ? ['unsure' as const] : []),
      ...(fails ? ['check' as const] : []),
    ],
    type: type && humanised(type),
    agents: [...new Set(agents.map(humanised))],
    get names() {
      const { sessionId, error, blockingIssues, questions } = workflow;
      const named = [type, currentStep, ...agents].flatMap((name) => (name === null ? [] : [name, humanised(name)]));
      const questionTexts = questions.map(({ question }) => question);
      return searchable(workflowTitle(workflow), id, ...named, sessionId, error, ...blockingIssues, ...questionTexts);
    },
    pressing: pressing[status],
    begunAt: Date.parse(workflow.createdAt ?? ''),
    changedAt: workflow.changedAt,
    move: { act: 'archive', name: workflowName(workflow), where },
  };
}

/** State of another program's workflow or of its steps. One that ended unfinished needs nobody any more. */
export const runStates: Readonly<
  Record<ForeignWorkflow['status'], { readonly name: string; readonly group: GroupName; readonly filter: WorkFilter }>
> = {
  waiting: { name: 'Waiting for approval', group: 'Needs you', filter: 'waiting' },
  running: { name: 'Under way', group: 'Under way', filter: 'running' },
  pending: { name: 'Not started', group: 'Under way', filter: 'running' },
  failed: { name: 'Failed', group: 'Not finished', filter: 'failed' },
  stopped: { name: 'Stopped', group: 'Not finished', filter: 'unfinished' },
  unfinished: { name: 'Not finished', group: 'Not finished', filter: 'unfinished' },
  unknown: { name: 'Unknown', group: 'Not finished', filter: 'unfinished' },
  skipped: { name: 'Skipped', group: 'Completed', filter: 'completed' },
  completed: { name: 'Completed', group: 'Completed', filter: 'completed' },
};

export const foreignTitle = ({ name, about, assistant }: ForeignWorkflow): string =>
  name ?? about?.split('\n', 1)[0]?.slice(0, 120) ?? `Workflow of ${assistant}`;

/** "Draft, 2 of 5 done · Amplifier · harbour". */
export const foreignProgress = ({ currentStep, underWay, stepsDone, totalSteps, ...of }: ForeignWorkflow): string =>
  joined(
    underWay.length > 0 ? underWay.join(', ') : currentStep,
    countOfSteps(totalSteps, stepsDone),
    of.assistant,
    of.project?.name,
  );

export function foreignItem(workflow: ForeignWorkflow): WorkItem {
  const { id, status, error, kept, assistant, changedAt } = workflow;
  const { name, group, filter } = runStates[status];
  return {
    source: 'foreign',
    workflow,
    id,
    key: `foreign ${id}`,
    title: foreignTitle(workflow),
    state: name,
    progress: status === 'failed' && error ? error : foreignProgress(workflow),
    mark: kept?.isLast ? 'Only copy' : kept ? 'Saved' : '',
    group,
    filters: [filter, ...(workflow.problem === null ? [] : ['damaged' as const])],
    type: assistant,
    agents: [],
    get names() {
      const { about, currentStep, underWay, project, waitsFor } = workflow;
      const texts = [about, currentStep, ...underWay, project?.name, error, waitsFor?.question];
      return searchable(foreignTitle(workflow), assistant, ...texts);
    },
    pressing: 0,
    begunAt: workflow.startedAt ?? Number.NaN,
    changedAt,
    move: null,
  };
}

export function archivedItem(workflow: ArchivedWorkflow): WorkItem {
  const { id, month, where, type, problem, createdAt, archivedAt } = workflow;
  // With the day of its creation if no other is known.
  const created = Date.parse(createdAt ?? '');
  const date = workflow.date ?? (Number.isNaN(created) ? null : dayOfMoment(created));
  return {
    source: 'archived',
    workflow,
    id,
    key: `archived ${id}`,
    get title() {
      return workflowTitle({ id, type, date });
    },
    state: problem === null ? 'Archived' : 'Damaged',
    progress: where === 'active' ? 'Not finished' : 'Completed',
    mark: '',
    group: `Archived · ${monthInWords(month)}`,
    filters: ['archived'],
    type: type && humanised(type),
    agents: [],
    get names() {
      return searchable(workflowTitle({ id, type, date }), id, type, month);
    },
    pressing: 0,
    begunAt: Number.NaN,
    changedAt: Date.parse(archivedAt ?? ''),
    move: { act: 'restore', name: workflowName(workflow), where },
  };
}

const countOfSteps = (total: number | null, done: number): string | null =>
  total === null ? null : `${Math.min(done, total)} of ${total} done`;

/** "Review · 5 of 8 done · Editor". */
const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined).join(' · ');

const searchable = (...parts: readonly (string | null | undefined)[]): string => parts.join(' ').toLowerCase();

const day = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 */
export const workItemFits = (
  { group, begunAt, filters: fitting }: WorkItem,
  filter: WorkFilter,
  now: number,
): boolean =>
  filter === 'long'
    ? (group === 'Under way' || group === 'Needs you') && now - begunAt > day
    : fitting.includes(filter);

/** The most urgent first; approvals in other programs rank with those waiting for an answer. */
export const byPressing = (one: WorkItem, other: WorkItem): number => one.pressing - other.pressing;
