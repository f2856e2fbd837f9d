import type { z } from 'zod';
import { momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { isObject } from './timeline.ts';

type Json = z.core.util.JSONType;

/** A place where two values differ; undefined for what is not there. */
export type FieldDifference = {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
};

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Where two values differ, name by name and item by item, as deep as can be said; a list of plain values is one place. */
export function differencesBetween(
  before: Json | undefined,
  after: Json | undefined,
  path: FieldDifference['path'] = [],
): readonly FieldDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return [];
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesBetween(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && ![...before, ...after].every(isPlain)) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, index) => differencesBetween(before[index], after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

/** The names that lead to a value, of `data.outputs.list[0]`. */
export const pathFrom = (at: string): FieldDifference['path'] =>
  at.split(/\.|\[(\d+)\]/).flatMap((name, index) => (name ? [index % 2 === 1 ? Number(name) : name] : []));

/** "Data › Working data › Title"; items of lists are counted from 1. */
export const placeInWords = (path: FieldDifference['path']): string =>
  path.map((name) => (typeof name === 'number' ? `${name + 1}` : humanised(name))).join(' › ');

/** What holds names of steps, agents and types, which are said as everywhere else. */
const namingFields: readonly unknown[] = [
  'step',
  'current_step',
  'next_steps',
  'resume_from_step',
  'agent',
  'current_agent',
  'workflow_type',
];

/** The field that a value is of: its name, or that of the list it stands in. */
const fieldAt = (path: FieldDifference['path']) => path.findLast((name) => typeof name === 'string');

/** What a text says, where it names a step, an agent or a type in words; any other as it stands. */
export const textInWords = (text: string, path: FieldDifference['path']): string =>
  namingFields.includes(fieldAt(path)) ? humanised(text) : text;

/** What tells programs that a file is whole, and where it is. */
const ofPrograms = ['data_snapshot', 'verification'];

/** A moment as programs write it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** What stands in the place of a value that says nothing. */
export const noneInWords = (value: Json | undefined): string =>
  value === undefined ? 'Nothing' : value === null ? 'Unknown' : 'Empty';

/** A value as a person reads it: of an object, each name with what it says, in a line of its own. Null where it says nothing. */
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
    const said = ofPrograms.includes(name) ? null : valueInWords(each, [...path, name]);
    return said === null ? [] : [`${humanised(name)}: ${said}`];
  });
  return lines.length === 0 ? null : lines.join('\n');
}
