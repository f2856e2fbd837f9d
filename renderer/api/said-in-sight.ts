import { useEffect, useRef, useState } from 'react';

/** Who scrolls by does not read. */
const pause = 100;
const maxAsked = 50;

/**
 * What rows that are in sight say beyond what their list has of them, as far as it has been read: each once in a turn.
 * @param scope what all of it belongs to
 */
export function useSaidInSight<K extends string | number, V>(
  scope: string,
  wanted: readonly K[],
  turn: unknown,
  read: (keys: readonly K[]) => Promise<Iterable<readonly [K, V]>>,
): ReadonlyMap<K, V> {
  const [said, setSaid] = useState<ReadonlyMap<K, V>>(new Map());
  const known = useRef(new Set<K>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => known.current.clear(), [scope, turn]);
  const of = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say what is wanted.
  useEffect(() => {
    const keys = wanted.filter((key) => !known.current.has(key)).slice(0, maxAsked);
    if (keys.length === 0) {
      return undefined;
    }
    const wait = setTimeout(() => {
      for (const key of keys) {
        known.current.add(key);
      }
      read(keys)
        .then((found) => setSaid((before) => new Map([...before, ...found])))
        // The row says the rest without it.
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(wait);
  }, [scope, of, turn]);
  return said;
}
