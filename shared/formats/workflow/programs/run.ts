import { z } from 'zod';
import { isObject, type Json, type JsonObject, listOf } from '../json-values.ts';

/** Workflow as its own program keeps it, in words shared by all programs. It is read, never written. */

/**
 * Status of a run or of one of its steps. `pending` has not begun; `waiting` waits for a person; `unfinished` did not
 * end, and nothing has been written for a while; `unknown` is for no word, or one that is not known.
 */
export const runStatuses = [
  'waiting',
  'running',
  'pending',
  'failed',
  'stopped',
  'unfinished',
  'skipped',
  'completed',
  'unknown',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const object = z.record(z.string(), z.json());
/** Milliseconds since 1970; null if unknown. */
const moment = z.number().nullable();
const text = z.string().nullable();

const runStepSchema = z.strictObject({
  name: z.string(),
  /** Phase or stage it belongs to. */
  group: text,
  agent: text,
  status: z.enum(runStatuses),
  /** Status in the program’s own word. */
  said: text,
  startedAt: moment,
  endedAt: moment,
  durationMs: z.number().nullable(),
  tokens: z.number().nullable(),
  attempt: z.number().nullable(),
  /** Request to the agent, result, and error. Programs shorten these. */
  asked: text,
  made: text,
  error: text,
  /** Name the program gives the agent’s own conversation. */
  session: text,
  /** Further details of the program, in its own names. */
  more: object,
});
export type RunStep = z.infer<typeof runStepSchema>;

export const runSchema = z.strictObject({
  name: text,
  about: text,
  status: z.enum(runStatuses),
  said: text,
  currentStep: text,
  /** Null if the number is unknown. */
  totalSteps: z.number().nullable(),
  startedAt: moment,
  endedAt: moment,
  durationMs: z.number().nullable(),
  tokens: z.number().nullable(),
  folder: text,
  error: text,
  /** Pending approval of the person; it is given in the program itself. */
  waitsFor: z
    .strictObject({
      stage: z.string(),
      question: text,
      askedAt: moment,
      /** Time the waiting ends; null for never. */
      until: moment,
      /** Action then, in the program’s word. */
      otherwise: text,
    })
    .nullable(),
  groups: z.array(z.strictObject({ name: z.string(), about: text })),
  steps: z.array(runStepSchema),
  approvals: z.array(z.strictObject({ stage: z.string(), status: z.string(), at: moment, reason: text })),
  /** Further details of the program, in its own names. */
  more: object,
  /** Unreadable parts of its files, such as a line that was cut short. `line` counts from 1; 0 is the whole file. */
  torn: z.array(z.strictObject({ file: z.string(), line: z.int(), text: z.string() })),
});
export type Run = z.infer<typeof runSchema>;
export type Torn = Run['torn'][number];

const statusWords: Readonly<Record<string, RunStatus>> = {
  done: 'completed',
  complete: 'completed',
  completed: 'completed',
  success: 'completed',
  succeeded: 'completed',
  passed: 'completed',
  finished: 'completed',
  approved: 'completed',
  error: 'failed',
  errored: 'failed',
  failed: 'failed',
  failure: 'failed',
  timed_out: 'failed',
  timeout: 'failed',
  running: 'running',
  in_progress: 'running',
  active: 'running',
  progress: 'running',
  start: 'running',
  started: 'running',
  retrying: 'running',
  retried: 'running',
  executing: 'running',
  pending: 'pending',
  queued: 'pending',
  todo: 'pending',
  not_started: 'pending',
  planned: 'pending',
  waiting: 'waiting',
  awaiting_approval: 'waiting',
  waiting_for_approval: 'waiting',
  paused: 'stopped',
  skipped: 'skipped',
  killed: 'stopped',
  cancelled: 'stopped',
  canceled: 'stopped',
  aborted: 'stopped',
  stopped: 'stopped',
  denied: 'stopped',
};

export function runStatus(said: Json | undefined): RunStatus {
  const word = typeof said === 'string' ? said.toLowerCase().replaceAll(/[\s-]+/g, '_') : '';
  return (Object.hasOwn(statusWords, word) ? statusWords[word] : undefined) ?? 'unknown';
}

/** Reads a number, also one that was written as a text. */
export function numberIn(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads a moment written as ISO 8601, or as seconds or milliseconds since 1970. */
export function momentIn(value: Json | undefined): number | null {
  const number = numberIn(value);
  if (number !== null) {
    return number > 0 ? Math.round(number < 1e11 ? number * 1000 : number) : null;
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Returns a value in words: a text as it is, anything else as JSON; null for nothing. */
export const runWords = (value: Json | undefined): string | null =>
  value === undefined || value === null || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export const objectsIn = (value: Json | undefined): readonly Readonly<JsonObject>[] => listOf(value).filter(isObject);

/** Copies an object without some names. */
export const omitFields = (object: Readonly<JsonObject>, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
