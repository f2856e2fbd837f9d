import { saysTheSame } from '#shared/text/same-value.ts';
import type { TreePath } from './tree-rows.ts';

/**
 * Path of a value after a change. An item of a list is recognised by its content, as others may come and go before it, and by
 * its place only if all the others stayed.
 * @returns null if it is gone, or can't be told from others
 */
export function pathAfter(path: TreePath, before: unknown, now: unknown): TreePath | null {
  const found: (string | number)[] = [];
  let [was, is] = [before, now];
  for (const step of path) {
    const next: string | number | null =
      typeof step === 'number' ? itemAfter(step, was, is) : has(is, step) ? step : null;
    if (next === null) {
      return null;
    }
    found.push(next);
    [was, is] = [inside(was, step), inside(is, next)];
  }
  return found;
}

/** Longest beginning of a path that exists in a value. */
export function existing(path: TreePath, value: unknown): TreePath {
  let at = value;
  const missing = path.findIndex((step) => {
    const isThere = has(at, step);
    at = inside(at, step);
    return !isThere;
  });
  return missing === -1 ? path : path.slice(0, missing);
}

function itemAfter(place: number, was: unknown, is: unknown): number | null {
  if (!Array.isArray(was) || !Array.isArray(is)) {
    return null;
  }
  const isIt = (item: unknown): boolean => saysTheSame(item, was[place]);
  if (place < is.length && isIt(is[place])) {
    return place;
  }
  const moved = is.findIndex(isIt);
  if (moved !== -1) {
    return moved;
  }
  const othersStayed =
    was.length === is.length && was.every((item, index) => index === place || saysTheSame(item, is[index]));
  return othersStayed ? place : null;
}

const has = (value: unknown, step: string | number): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step);

const inside = (value: unknown, step: string | number): unknown =>
  has(value, step) ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined;
