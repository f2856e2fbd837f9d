export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) {
    list.push(value);
  } else {
    lists.set(key, [value]);
  }
}

/** Groups items by something they share, in the order of the first of each. */
export function grouped<T>(items: readonly T[], by: (item: T) => unknown): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    addTo(groups, by(item), item);
  }
  return [...groups.values()].map((group) => group as [T, ...T[]]);
}

export function countEach<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) {
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}
