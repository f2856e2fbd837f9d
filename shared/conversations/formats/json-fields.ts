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

/** Formats JSON to be shown: a text that is JSON itself as that. */
export function shownJson(value: unknown): string {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object'
    ? JSON.stringify(parsed, null, 2)
    : (stringOf(value) ?? JSON.stringify(value) ?? '');
}
