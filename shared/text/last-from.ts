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
