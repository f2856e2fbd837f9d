import type { JsonTextChange } from './json-text.ts';
import { isObject, isSameJson, type Json, type JsonPath, valueAt } from './json-values.ts';

/** Finds the paths at which two values differ, as deep in objects as possible; a list that differs is one path. */
export function differing(one: Json | undefined, other: Json | undefined, path: JsonPath = []): JsonPath[] {
  if (isSameJson(one, other)) {
    return [];
  }
  if (!isObject(one) || !isObject(other)) {
    return [path];
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => differing(valueAt(one, [name]), valueAt(other, [name]), [...path, name]));
}

/** Limits changes to the values that differ: everything else keeps its text, its comments and its long numbers. */
export const inPlaces = (context: Json, changes: readonly JsonTextChange[]): JsonTextChange[] =>
  changes.flatMap((change): JsonTextChange[] => {
    if (!('value' in change)) {
      return [change];
    }
    return differing(valueAt(context, change.path), change.value, change.path).map((path) => {
      const value = valueAt(change.value, path.slice(change.path.length));
      return value === undefined ? { path, remove: true } : { path, value };
    });
  });
