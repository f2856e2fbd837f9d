import { parseJson } from '../../text/parse-json.ts';
import type { JsonRecord, OddRecord } from './format.ts';

/** Fields of JSON that others wrote: each of the expected kind, or null. */

export const recordOf = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;

export const listField = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): readonly JsonRecord[] =>
  listField(value)
    .map(recordOf)
    .filter((one) => one !== null);

export const oddIn = (value: unknown): OddRecord[] =>
  listField(value)
    .filter((one) => recordOf(one) === null)
    .map((one) => ({ why: 'unread', text: JSON.stringify(one) }));

export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const countField = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Reads a time written as ISO 8601, or as seconds or milliseconds since 1970, as milliseconds. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) && value > 0 ? Math.round(value < 1e11 ? value * 1000 : value) : null;
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Formats JSON to be shown: a text that is JSON itself as that. */
export function shownJson(value: unknown): string {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object'
    ? JSON.stringify(parsed, null, 2)
    : (stringOf(value) ?? JSON.stringify(value) ?? '');
}
