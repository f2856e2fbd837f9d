import { startTransition, useEffect, useMemo, useState } from 'react';

/** Work that can pause wherever it yields, and be continued or dropped. */
export type Sliced<T> = Generator<void, T>;

/** Milliseconds of work at a time: the longest that a key and its effect on the screen have to wait. */
const sliceOf = 8;
/** Items per step, which take well under a millisecond. */
const stride = 256;

/** Runs work on each of many items, with pauses in between. */
export function* eachOf<T>(all: readonly T[], work: (one: T) => void): Sliced<void> {
  for (let from = 0; from < all.length; from += stride) {
    all.slice(from, from + stride).forEach(work);
    yield;
  }
}

export function* filtered<T>(all: readonly T[], passes: (one: T) => boolean): Sliced<T[]> {
  const passed: T[] = [];
  yield* eachOf(all, (one) => {
    if (passes(one)) {
      passed.push(one);
    }
  });
  return passed;
}

/** Stable sort, with pauses in between. */
export function* sorted<T>(all: readonly T[], compare: (one: T, other: T) => number): Sliced<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += stride) {
    runs.push(all.slice(from, from + stride).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const [one = [], other = []] = runs.slice(run, run + 2);
      merged.push(yield* mergedRuns(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(one: readonly T[], other: readonly T[], compare: (one: T, other: T) => number): Sliced<T[]> {
  const merged: T[] = [];
  let at = 0;
  for (const [index, next] of one.entries()) {
    for (let before = other[at]; before !== undefined && compare(before, next) < 0; before = other[at]) {
      merged.push(before);
      at++;
    }
    merged.push(next);
    if (index % stride === 0) {
      yield;
    }
  }
  for (const rest of other.slice(at)) {
    merged.push(rest);
  }
  return merged;
}

/** Caches the last result: work for the same reasons is not repeated. */
export function remembering<T>(): (reasons: readonly unknown[], work: () => Sliced<T>) => Sliced<T> {
  let last: { readonly reasons: readonly unknown[]; readonly value: T } | null = null;
  return function* (reasons, work) {
    if (last === null || !last.reasons.every((reason, index) => Object.is(reason, reasons[index]))) {
      last = { reasons, value: yield* work() };
    }
    return last.value;
  };
}

/** Runs one slice: the value once the work is done, else null. */
function sliceOnce<T>(work: Sliced<T>): { readonly value: T } | null {
  const until = performance.now() + sliceOf;
  do {
    const step = work.next();
    if (step.done) {
      return { value: step.value };
    }
  } while (performance.now() < until);
  return null;
}

/** Continues started work, each slice in a separate task. @returns a function that cancels it */
function goOnWith<T>(work: Sliced<T>, done: (value: T) => void): () => void {
  let timer = setTimeout(function goOn() {
    const step = sliceOnce(work);
    if (step) {
      done(step.value);
    } else {
      timer = setTimeout(goOn);
    }
  });
  return () => clearTimeout(timer);
}

/** Works in slices, the first of them now; calls `done` at once if that is enough. Returns a function that cancels the work. */
export function inSlices<T>(work: Sliced<T>, done: (value: T) => void): () => void {
  const first = sliceOnce(work);
  if (first) {
    done(first.value);
    return () => undefined;
  }
  return goOnWith(work, done);
}

/**
 * Value of work done in slices, the first of them now. Until it is done, the previous value stays (null at first), and
 * `current` is false; new work replaces old.
 * @param begin the same function as long as the reasons for the work are the same
 */
export function useSliced<T>(begin: () => Sliced<T>): { readonly value: T | null; readonly current: boolean } {
  const begun = useMemo(() => {
    const work = begin();
    return { work, first: sliceOnce(work) };
  }, [begin]);
  const [late, setLate] = useState<{ readonly begun: unknown; readonly value: T } | null>(null);
  const [latest, setLatest] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (begun.first) {
      return undefined;
    }
    return goOnWith(begun.work, (value) => startTransition(() => setLate({ begun, value })));
  }, [begun]);
  const now = begun.first ?? (late?.begun === begun ? late : null);
  if (now && now.value !== latest?.value) {
    setLatest({ value: now.value });
  }
  return { value: (now ?? latest)?.value ?? null, current: now !== null };
}
