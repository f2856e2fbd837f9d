import { useEffect, useId, useMemo, useState } from 'react';
import { saysTheSame } from '#shared/text/same-value.ts';
import { focusRow } from '../focus-row.ts';
import { keyOfPath, layOutTree, type TreePath, type TreeRow } from './tree-rows.ts';

type Options = Omit<Parameters<typeof layOutTree>[1], 'turned' | 'words'> & { readonly words?: readonly string[] };

/** Unfolded rows and cursor of a value. Pass the same array of `words` as long as they don't change. */
export function useValueTree(value: unknown, { words = none, levels, hidesWhole, most }: Options = {}) {
  const id = useId();
  const [turned, setTurned] = useState<ReadonlySet<string>>(noKeys);
  const [cursor, setCursorTo] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const setCursor = (key: string): void => {
    setCursorTo(key);
    setLost(false);
  };
  const [previous, setPrevious] = useState(value);
  const [follows, setFollows] = useState(0);
  // During the render, not after: a key pressed next must not act on whatever replaced the chosen row.
  if (value !== undefined && value !== previous) {
    setPrevious(value);
    const path = cursor === null ? [] : (JSON.parse(cursor) as TreePath);
    const after = pathAfter(path, previous, value);
    if (after === null) {
      setLost(true);
    }
    const key = keyOfPath(after ?? existing(path, value));
    if (cursor !== null && key !== cursor) {
      setCursorTo(key);
      setFollows((count) => count + 1);
    }
  }
  const rows = useMemo(
    () =>
      value === undefined
        ? none
        : layOutTree(value, {
            turned,
            words,
            ...(levels !== undefined && { levels }),
            ...(hidesWhole !== undefined && { hidesWhole }),
            ...(most !== undefined && { most }),
          }),
    [value, turned, words, levels, hidesWhole, most],
  );
  const [jumps, setJumps] = useState(0);
  const selector = `#${CSS.escape(id)} [role="treeitem"][tabindex="0"]`;
  const focus = (): void => focusRow(selector);
  // Waits until the row with the cursor is drawn, however long that takes.
  useEffect(() => {
    if (jumps > 0) {
      focusRow(selector);
    }
  }, [jumps, selector]);
  useEffect(() => {
    if (follows > 0 && document.activeElement?.closest(`#${CSS.escape(id)}`)) {
      focusRow(selector);
    }
  }, [follows, id, selector]);
  return {
    id,
    rows,
    cursor,
    /** True if the cursor's row is gone, so that nothing is chosen until the person chooses. */
    isLost,
    setCursor,
    turn: (key: string): void => setTurned(toggleKey(turned, key)),
    forget: (): void => setTurned(noKeys),
    focus,
    goTo(row: TreeRow): void {
      setCursor(row.key);
      setJumps((count) => count + 1);
    },
  };
}

const none: readonly never[] = [];
const noKeys: ReadonlySet<string> = new Set();

function toggleKey(turned: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(turned);
  if (!next.delete(key)) {
    next.add(key);
  }
  return next;
}

/**
 * Path of a value after a change. An item of a list is recognised by its content, as others may come and go before it, and by
 * its place only if all the others stayed.
 * @returns null if it is gone, or can't be told from others
 */
export function pathAfter(path: TreePath, before: unknown, now: unknown): TreePath | null {
  const result: (string | number)[] = [];
  let [was, is] = [before, now];
  for (const step of path) {
    const next: string | number | null =
      typeof step === 'number' ? itemAfter(step, was, is) : has(is, step) ? step : null;
    if (next === null) {
      return null;
    }
    result.push(next);
    [was, is] = [inside(was, step), inside(is, next)];
  }
  return result;
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
