export type SourceStep = {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** Steps of a list that can be undone and redone, the latest last. */
export type SourceSteps = { readonly done: readonly SourceStep[]; readonly undone: readonly SourceStep[] };

export const noSteps: SourceSteps = { done: [], undone: [] };
export type How = 'undo' | 'redo';

const maxSteps = 50;

export function withStep({ done }: SourceSteps, step: SourceStep): SourceSteps {
  return { done: [...done, step].slice(-maxSteps), undone: [] };
}

/** The latest step, the list without it or with it again, and the remaining steps; null for none. */
export function moveSource({ done, undone }: SourceSteps, how: How) {
  const step = (how === 'undo' ? done : undone).at(-1);
  if (step === undefined) {
    return null;
  }
  return how === 'undo'
    ? { step, from: step.after, to: step.before, steps: { done: done.slice(0, -1), undone: [...undone, step] } }
    : { step, from: step.before, to: step.after, steps: { done: [...done, step], undone: undone.slice(0, -1) } };
}

export type ListChange = (now: readonly string[]) => readonly string[];

type ListedSource = { readonly path: string; readonly index: number };

const placeIn = (now: readonly string[], { path, index }: ListedSource): number =>
  now[index] === path ? index : now.indexOf(path);

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const without = list.filter((_, index) => index !== from);
  return [...without.slice(0, to), ...list.slice(from, from + 1), ...without.slice(to)];
}

/** Moves a file by so many places from its present one, as far as the list goes. */
export function moveBy(file: ListedSource, by: number): ListChange {
  return (now) => {
    const from = placeIn(now, file);
    return from < 0 ? now : moved(now, from, Math.max(0, Math.min(now.length - 1, from + by)));
  };
}

export function removeSource(file: ListedSource): ListChange {
  return (now) => {
    const at = placeIn(now, file);
    return now.filter((_, index) => index !== at);
  };
}

export function addSource(path: string): ListChange {
  return (now) => (now.includes(path) ? now : [...now, path]);
}

export const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path, index) => path === other[index]);
