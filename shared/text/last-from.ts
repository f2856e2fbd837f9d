/** Index of the last of several ranges that begins at or before an offset; -1 if none does. */
export function lastIndexStartingBy<T>(items: readonly T[], offset: number, fromOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fromOf(items[middle] as T) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** Index of the first of several ranges that begins at an offset or after it; their number if none does. */
export const firstIndexFrom = <T>(items: readonly T[], offset: number, fromOf: (item: T) => number): number =>
  lastIndexStartingBy(items, offset - 1, fromOf) + 1;
