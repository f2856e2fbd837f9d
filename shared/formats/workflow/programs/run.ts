import { z } from 'zod';
import { timeOf } from '../../../text/dates.ts';
import { isObject, type Json, type JsonObject, listOf } from '../json-values.ts';

/** Workflow as its own program keeps it, in words shared by all programs. It is read, never written. */

/** `unfinished` did not end, and nothing was written for a while; `unknown` is for no word, or an unknown one. */
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

/** Words of programs for a status, besides our own. */
const furtherWords: Partial<Readonly<Record<RunStatus, readonly string[]>>> = {
  completed: ['done', 'complete', 'success', 'succeeded', 'passed', 'finished', 'approved'],
  failed: ['error', 'errored', 'failure', 'timed_out', 'timeout'],
  running: ['in_progress', 'active', 'progress', 'start', 'started', 'retrying', 'retried', 'executing'],
  pending: ['queued', 'todo', 'not_started', 'planned'],
  waiting: ['awaiting_approval', 'waiting_for_approval'],
  stopped: ['paused', 'killed', 'cancelled', 'canceled', 'aborted', 'denied'],
};
const statusByWord = new Map(
  runStatuses.flatMap((status) =>
    status === 'unfinished' ? [] : [status, ...(furtherWords[status] ?? [])].map((word) => [word, status] as const),
  ),
);

export function runStatus(written: Json | undefined): RunStatus {
  const word = typeof written === 'string' ? written.toLowerCase().replaceAll(/[\s-]+/g, '_') : '';
  return statusByWord.get(word) ?? 'unknown';
}

/** Reads a number, also one that was written as a text. */
export function numberIn(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads a moment written as ISO 8601, or as seconds or milliseconds since 1970, also in a text. */
export const momentIn = (value: Json | undefined): number | null => timeOf(numberIn(value) ?? value);

/** Returns a value in words: a text as it is, anything else as JSON; null for nothing. */
export const runWords = (value: Json | undefined): string | null =>
  value === undefined || value === null || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export const objectsIn = (value: Json | undefined): readonly Readonly<JsonObject>[] => listOf(value).filter(isObject);

/** Returns the first of some values that has words. */
export const firstWords = (...values: readonly (Json | undefined)[]): string | null =>
  values.map((value) => runWords(value)).find((words) => words !== null) ?? null;

export type FieldReader = (name: string) => Json | undefined;

/** Creates a function that reads fields of an object. `others` are those never read: further details of the program. */
export function createFieldReader(object: Readonly<JsonObject>): {
  readonly field: FieldReader;
  readonly others: JsonObject;
} {
  const others = { ...object };
  const field = (name: string): Json | undefined => {
    delete others[name];
    return object[name];
  };
  return { field, others };
}
