import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { humanised, titleOf } from '../../wording/workflows.ts';
import { archivedTitle, foreignTitle } from './work-words.ts';

/** A workflow of this workspace, one that another program keeps, or one that was archived. */
export type WorkItem =
  | {
      readonly of: 'own';
      readonly key: string;
      readonly workflow: WorkflowSummary;
      /** True if a check of it failed, as far as it was checked. */
      readonly failsCheck: boolean;
    }
  | { readonly of: 'foreign'; readonly key: string; readonly workflow: ForeignWorkflow }
  | { readonly of: 'archived'; readonly key: string; readonly workflow: ArchivedWorkflow };

export const ownItem = (workflow: WorkflowSummary, failsCheck = false): WorkItem => ({
  of: 'own',
  key: `${workflow.where} ${workflow.id}`,
  workflow,
  failsCheck: failsCheck && workflow.where === 'active',
});
export const foreignItem = (workflow: ForeignWorkflow): WorkItem => ({
  of: 'foreign',
  key: `foreign ${workflow.id}`,
  workflow,
});

export const archivedItem = (workflow: ArchivedWorkflow): WorkItem => ({
  of: 'archived',
  key: `archived ${workflow.id}`,
  workflow,
});

/** Groups of the list before the archived workflows, which are grouped by month. */
export const groupNames = ['Needs you', 'Under way', 'Not finished', 'Completed'] as const;
export type GroupName = (typeof groupNames)[number];

/** Group of an item; null for archived ones. A workflow that another program ended unfinished needs nobody any more. */
export function groupOf(item: WorkItem): GroupName | null {
  if (item.of === 'archived') {
    return null;
  }
  if (item.of === 'own') {
    return needsYou(item.workflow) || item.failsCheck
      ? 'Needs you'
      : item.workflow.where === 'active'
        ? 'Under way'
        : 'Completed';
  }
  switch (item.workflow.status) {
    case 'waiting':
      return 'Needs you';
    case 'running':
    case 'pending':
      return 'Under way';
    case 'completed':
    case 'skipped':
      return 'Completed';
    default:
      return 'Not finished';
  }
}

/** Filters of the list, besides types and agents. `long` means begun over a day ago and still running. */
export const filters = [
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
export type WorkFilter = (typeof filters)[number];

const day = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 */
export function fits(item: WorkItem, filter: WorkFilter, now: number): boolean {
  if (item.of === 'archived') {
    return filter === 'archived';
  }
  const group = groupOf(item);
  if (filter === 'long') {
    const begun =
      item.of === 'own' ? Date.parse(item.workflow.createdAt ?? '') : (item.workflow.startedAt ?? Number.NaN);
    return (group === 'Under way' || group === 'Needs you') && now - begun > day;
  }
  if (item.of === 'own') {
    return filter === 'check'
      ? item.failsCheck
      : filter === 'unsure'
        ? group === 'Needs you' && item.workflow.isLowConfidence
        : item.workflow.status === filter;
  }
  const { status, problem } = item.workflow;
  switch (filter) {
    case 'waiting':
    case 'failed':
      return status === filter;
    case 'running':
      return group === 'Under way';
    case 'unfinished':
      return group === 'Not finished' && status !== 'failed';
    case 'completed':
      return group === 'Completed';
    default:
      return filter === 'damaged' && problem !== null;
  }
}

/** Kind of work in words: its type, or the program that keeps it. */
export const typeOf = (item: WorkItem): string | null =>
  item.of === 'foreign' ? item.workflow.assistant : item.workflow.type === null ? null : humanised(item.workflow.type);

/** Names of all agents active in it, in words; unknown for other programs. */
export const agentsOf = (item: WorkItem): readonly string[] =>
  item.of === 'own' ? [...new Set(item.workflow.agents.map(humanised))] : [];

/** Searchable names of an item, in lower case. */
export function namesOf(item: WorkItem): string {
  const said =
    item.of === 'own'
      ? saidOfOwn(item.workflow)
      : item.of === 'foreign'
        ? saidOfForeign(item.workflow)
        : [archivedTitle(item.workflow), item.workflow.id, item.workflow.type, item.workflow.month];
  return said.join(' ').toLowerCase();
}

function saidOfOwn(one: WorkflowSummary) {
  const { id, type, currentStep, agents, sessionId, questions, blockingIssues, error } = one;
  const names = [type, currentStep, ...agents].flatMap((name) => (name === null ? [] : [name, humanised(name)]));
  return [titleOf(one), id, ...names, sessionId, error, ...blockingIssues, ...questions.map((q) => q.question)];
}

function saidOfForeign(one: ForeignWorkflow) {
  const { assistant, about, currentStep, underWay, project, error, waitsFor } = one;
  return [foreignTitle(one), assistant, about, currentStep, ...underWay, project?.name, error, waitsFor?.question];
}

/**
 * Urgency of an own workflow that needs the person: those waiting for an answer come first, those that only need a look last.
 */
export const pressing = ({ status }: Pick<WorkflowSummary, 'status'>): number =>
  ({ waiting: 0, failed: 1, blocked: 1, damaged: 2, running: 3, completed: 3 })[status];

/** The most urgent first; approvals in other programs rank with those waiting for an answer. */
export const byPressing = (one: WorkItem, other: WorkItem): number =>
  (one.of === 'own' ? pressing(one.workflow) : 0) - (other.of === 'own' ? pressing(other.workflow) : 0);
