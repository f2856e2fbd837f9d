import type { z } from 'zod';
import { momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { isJsonRecord } from './timeline.ts';

type Json = z.core.util.JSONType;

/** A place where two values differ; undefined for a missing value. */
export type FieldDifference = {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
};

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Differences between two values, name by name and item by item, as deep as possible; a list of plain values is one place. */
export function differencesBetween(
  before: Json | undefined,
  after: Json | undefined,
  path: FieldDifference['path'] = [],
): readonly FieldDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return [];
  }
  if (isJsonRecord(before) && isJsonRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesBetween(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && ![...before, ...after].every(isPlain)) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, index) => differencesBetween(before[index], after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

/** Names that lead to a value: the parts of `data.outputs.list[0]`. */
export const pathFrom = (at: string): FieldDifference['path'] =>
  at.split(/\.|\[(\d+)\]/).flatMap((name, index) => (name ? [index % 2 === 1 ? Number(name) : name] : []));

/** "Data › Working data › Title"; items of lists are counted from 1. */
export const fieldPlace = (path: FieldDifference['path']): string =>
  path.map((name) => (typeof name === 'number' ? `${name + 1}` : humanised(name))).join(' › ');

/** Fields that hold names of steps, agents and types, which are worded as everywhere else. */
const namingFields: readonly unknown[] = [
  'step',
  'current_step',
  'next_steps',
  'resume_from_step',
  'agent',
  'current_agent',
  'workflow_type',
];

/** Field of a value: its name, or that of the list it is in. */
const fieldAt = (path: FieldDifference['path']) => path.findLast((name) => typeof name === 'string');

/** A text in words if it names a step, an agent or a type; any other text unchanged. */
export const textInWords = (text: string, path: FieldDifference['path']): string =>
  namingFields.includes(fieldAt(path)) ? humanised(text) : text;

/** Fields for programs: they tell whether a file is whole, and where it is. */
const ofPrograms = ['data_snapshot', 'verification'];

/** A moment as programs write it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Placeholder for a value without content. */
export const noneInWords = (value: Json | undefined): string =>
  value === undefined ? 'Nothing' : value === null ? 'Unknown' : 'Empty';

/** A value as text for people: an object as a line for each name. Null if it has no content. */
export function valueInWords(value: Json | undefined, path: FieldDifference['path']): string | null {
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value === 'string') {
    return moment.test(value) ? momentInWords(Date.parse(value)) : textInWords(value, path);
  }
  if (typeof value !== 'object') {
    return value === true ? 'Yes' : value === false ? 'No' : String(value);
  }
  if (Array.isArray(value)) {
    const items = value.map((each) => valueInWords(each, path) ?? noneInWords(each));
    return items.length === 0 ? null : items.join(value.every(isPlain) ? ', ' : '\n\n');
  }
  const lines = Object.entries(value).flatMap(([name, each]) => {
    const text = ofPrograms.includes(name) ? null : valueInWords(each, [...path, name]);
    return text === null ? [] : [`${humanised(name)}: ${text}`];
  });
  return lines.length === 0 ? null : lines.join('\n');
}
