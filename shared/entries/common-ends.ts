/** Counts the equal items at the start of two lists, then at their end. @param isSame not called for the same item */
export function commonEnds<A, B>(
  before: readonly A[],
  after: readonly B[],
  isSame: (one: A, other: B) => boolean,
): { readonly start: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  const sameAt = (from: number, to: number): boolean =>
    (before[from] as unknown) === after[to] || isSame(before[from] as A, after[to] as B);
  let start = 0;
  while (start < most && sameAt(start, start)) {
    start += 1;
  }
  let tail = 0;
  while (tail < most - start && sameAt(before.length - 1 - tail, after.length - 1 - tail)) {
    tail += 1;
  }
  return { start, tail };
}
