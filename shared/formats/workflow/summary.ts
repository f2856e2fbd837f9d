import {
  type Json,
  type JsonObject,
  listAt,
  listOf,
  objectOf,
  objectsAt,
  textAt,
  textOf,
  valueAt,
} from './json-values.ts';
import type { Status } from './status.ts';

/** Threshold below which a person may want to look. */
export const lowConfidence = 0.5;

export type WorkflowDecision = {
  readonly id: string;
  readonly question: string;
  readonly options: string[];
  readonly agent: string | null;
  readonly step: string | null;
  readonly askedAt: string | null;
};

/** Summarises a workflow for a list. Fields its context doesn’t have are null. */
export function workflowSummary(context: Json, where: 'active' | 'completed') {
  const at = (...path: string[]): Json | undefined => valueAt(context, path);
  const history = objectsAt(context, ['workflow', 'step_history']);
  const failed = failedStep(context);
  const questions = questionsIn(context);
  const blockingIssues = listOf(at('state', 'blocking_issues')).map(inWords);
  const confidence = at('state', 'confidence_score');
  const isWaiting = at('state', 'requires_human_input') === true;
  const done = new Set(history.filter(({ status }) => status === 'completed').map(({ step }) => step));
  const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
  const open: Status = isWaiting ? 'waiting' : failed ? 'failed' : blockingIssues.length > 0 ? 'blocked' : 'running';
  const status: Status = where === 'completed' ? 'completed' : open;
  return {
    type: textOf(at('meta', 'workflow_type')),
    status,
    currentStep: textOf(at('workflow', 'current_step')),
    totalSteps: number(at('workflow', 'total_steps')),
    stepsDone: done.size,
    currentAgent: textOf(at('agents', 'current_agent')),
    agents: agentsIn(context),
    createdAt: textOf(at('meta', 'created_at')),
    updatedAt: textOf(at('meta', 'updated_at')),
    completedAt: where === 'completed' ? completedAt(context) : null,
    version: textOf(at('meta', 'version')),
    sessionId: textOf(at('session', 'session_id')),
    date: textOf(at('session', 'date')),
    confidence: number(confidence),
    isLowConfidence: typeof confidence === 'number' && confidence < lowConfidence,
    questions,
    blockingIssues,
    error: failed ? (textOf(failed['error']) ?? '') : null,
    failedStep: failed ? textOf(failed['step']) : null,
  };
}

/** Lists all agents that did something in it, and the one whose turn it is, each once. */
function agentsIn(context: Json): string[] {
  const history = [
    ...objectsAt(context, ['workflow', 'step_history']),
    ...objectsAt(context, ['agents', 'agent_history']),
  ];
  const agents = [...history.map(({ agent }) => agent), valueAt(context, ['agents', 'current_agent'])];
  return [...new Set(agents.flatMap((agent) => textOf(agent) ?? []))];
}

/** Time it was completed: as recorded, or that of its last step, or of its last change; null if none is recorded. */
export function completedAt(context: Json): string | null {
  const ends = objectsAt(context, ['workflow', 'step_history']).flatMap((step) => textOf(step['completed_at']) ?? []);
  return textAt(context, ['workflow', 'completed_at']) ?? ends.at(-1) ?? textAt(context, ['meta', 'updated_at']);
}

/** True if the context itself says that it is completed. */
export const isMarkedCompleted = (context: Json): boolean =>
  textAt(context, ['workflow', 'completed_at']) !== null ||
  ['workflow', 'meta', 'state'].some((part) => valueAt(context, [part, 'status']) === 'completed');

/** Returns the last step if it failed and nobody has resumed the workflow since. */
export function failedStep(context: Json): Readonly<JsonObject> | null {
  const history = objectsAt(context, ['workflow', 'step_history']);
  const last = history.at(-1);
  const isResumed = valueAt(context, ['workflow', 'resumed_after']) === history.length;
  return last?.['status'] === 'error' && !isResumed ? last : null;
}

/** True of what asks something. Other programs may have left something else on the list. */
export const isQuestion = (value: Json): boolean => (textOf(objectOf(value)['question']) ?? '') !== '';

export function questionsIn(context: Json): WorkflowDecision[] {
  return listAt(context, ['state', 'questions'])
    .filter(isQuestion)
    .map(objectOf)
    .map(({ id, question, options, agent, step, asked_at: askedAt }) => ({
      id: textOf(id) ?? textOf(question) ?? '',
      question: textOf(question) ?? '',
      options: listOf(options).map(inWords),
      agent: textOf(agent),
      step: textOf(step),
      askedAt: textOf(askedAt),
    }));
}

const inWords = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
