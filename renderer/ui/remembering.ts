/** Caches the last result: work for the same reasons is not repeated. */
export function remembering<T>(): (reasons: readonly unknown[], work: () => T) => T {
  let last: { readonly reasons: readonly unknown[]; readonly value: T } | null = null;
  return (reasons, work) => {
    if (last === null || !last.reasons.every((reason, index) => Object.is(reason, reasons[index]))) {
      last = { reasons, value: work() };
    }
    return last.value;
  };
}
