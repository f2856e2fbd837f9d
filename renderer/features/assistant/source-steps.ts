/** One change of the list of files: what it was and what it became. */
export type SourceStep = {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** What can be taken back of a list, and done again, the latest last. */
export type SourceSteps = { readonly done: readonly SourceStep[]; readonly undone: readonly SourceStep[] };

export const noSteps: SourceSteps = { done: [], undone: [] };
export type How = 'undo' | 'redo';

const mostSteps = 50;

export function withStep({ done }: SourceSteps, step: SourceStep): SourceSteps {
  return { done: [...done, step].slice(-mostSteps), undone: [] };
}

/** The latest step, what the list becomes without it or with it again, and the steps then; null for none. */
export function takeStep(
  { done, undone }: SourceSteps,
  how: How,
): {
  readonly step: SourceStep;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly steps: SourceSteps;
} | null {
  const step = (how === 'undo' ? done : undone).at(-1);
  if (step === undefined) {
    return null;
  }
  return how === 'undo'
    ? { step, from: step.after, to: step.before, steps: { done: done.slice(0, -1), undone: [...undone, step] } }
    : { step, from: step.before, to: step.after, steps: { done: [...done, step], undone: undone.slice(0, -1) } };
}

export const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path, index) => path === other[index]);
