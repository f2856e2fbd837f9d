import type { z } from 'zod';

type Json = z.core.util.JSONType;
export type JsonFields = Readonly<Record<string, Json>>;

/** A step in the context of a workflow; null for facts it doesn't state. */
export type TimelineStep = {
  readonly step: string;
  readonly agent: string | null;
  readonly status: string;
  readonly error: string | null;
  /** Milliseconds since 1970. */
  readonly from: number | null;
  readonly to: number | null;
  /** Milliseconds; null if unknown. */
  readonly took: number | null;
  /** File with the agent's input and result, by its path in the workflow's folder. */
  readonly file: string | null;
};

/** Steps of a workflow; those that ran at the same time are grouped. */
export type Timeline = {
  readonly done: readonly (readonly TimelineStep[])[];
  /** Steps ahead, the next first. */
  readonly ahead: readonly string[];
};

export const objectIn = (value: Json | undefined, name: string): JsonFields => {
  const field = isJsonRecord(value) ? value[name] : undefined;
  return isJsonRecord(field) ? field : {};
};
export const listIn = (value: Json | undefined, name: string): readonly Json[] => {
  const field = isJsonRecord(value) ? value[name] : undefined;
  return Array.isArray(field) ? field : [];
};
export const textField = (value: Json | undefined, name: string): string | null => {
  const field = isJsonRecord(value) ? value[name] : undefined;
  return typeof field === 'string' && field !== '' ? field : null;
};
export const isJsonRecord = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the steps from a context, however incomplete. */
export function timelineOf(context: JsonFields): Timeline {
  const workflow = objectIn(context, 'workflow');
  const steps = listIn(workflow, 'step_history').map((item): TimelineStep => {
    const [from, to] = [momentIn(item, 'started_at'), momentIn(item, 'completed_at')];
    return {
      step: textField(item, 'step') ?? '',
      agent: textField(item, 'agent'),
      status: textField(item, 'status') ?? 'pending',
      error: textField(item, 'error'),
      from,
      to,
      took: tookFrom(from, to),
      file: fileOf(item, listIn(objectIn(context, 'agents'), 'agent_history')),
    };
  });
  const groups: TimelineStep[][] = [];
  const later = (step: TimelineStep): readonly TimelineStep[] => steps.slice(steps.indexOf(step) + 1);
  const isOpen = (step: TimelineStep): boolean =>
    step.status === 'in_progress' && later(step).every((other) => other.step !== step.step);
  // A later item for the same step covers its start too.
  const isSaidAgain = (step: TimelineStep): boolean =>
    step.status === 'in_progress' && later(step).some((other) => other.step === step.step && other.from === step.from);
  for (const step of steps.filter((each) => !isSaidAgain(each))) {
    const last = groups.at(-1);
    if (last?.some((other) => overlaps(other, step))) {
      last.push(step);
    } else {
      groups.push([step]);
    }
  }
  const next = listIn(workflow, 'next_steps').filter((step): step is string => typeof step === 'string');
  const underWay = new Set(steps.filter(isOpen).map(({ step }) => step));
  return { done: groups, ahead: next.filter((step) => !underWay.has(step)) };
}

/** A step noted as a whole begins and ends with the note, which says nothing of its duration. */
export const tookFrom = (from: number | null, to: number | null): number | null =>
  from !== null && to !== null && to > from ? to - from : null;

/** File the agent left for a step, found through the agents' record of the same agent at the same time. */
function fileOf(item: Json, agents: readonly Json[]): string | null {
  const [agent, began] = [textField(item, 'agent'), textField(item, 'started_at')];
  const same = agents.filter((one) => textField(one, 'agent') === agent && textField(one, 'started_at') === began);
  const match = same.find((one) => textField(one, 'completed_at') === textField(item, 'completed_at')) ?? same[0];
  const file = agent === null || began === null ? null : textField(match, 'context_output');
  return file?.startsWith('steps/') ? file : null;
}

function momentIn(item: Json, name: string): number | null {
  const text = textField(item, name);
  const moment = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}

/** True if one began before the other had ended. */
const overlaps = (a: TimelineStep, b: TimelineStep): boolean =>
  a.from !== null && a.to !== null && b.from !== null && a.from < (b.to ?? Number.POSITIVE_INFINITY) && b.from < a.to;
