/** A list with one item at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const without = list.filter((_, index) => index !== from);
  return [...without.slice(0, to), ...list.slice(from, from + 1), ...without.slice(to)];
}
