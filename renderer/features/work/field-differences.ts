import type { z } from 'zod';
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
