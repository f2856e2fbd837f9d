import { useEffect, useRef, useState } from 'react';
import { on } from './connection.ts';

/** Who scrolls by does not read. */
const pause = 100;
const maxAsked = 50;

/**
 * What rows that are in sight say beyond what their list has of them, as far as it has been read: each once in a turn, and
 * again once something is erased.
 * @param scope what all of it belongs to
 */
export function useSaidInSight<K extends string | number, V>(
  scope: string,
  wanted: readonly K[],
  turn: unknown,
  read: (keys: readonly K[]) => Promise<Iterable<readonly [K, V]>>,
): ReadonlyMap<K, V> {
  const [said, setSaid] = useState<ReadonlyMap<K, V>>(new Map());
  /** What was asked for in this turn; another set in another turn. */
  const asked = useRef(new Set<K>());
  useEffect(
    () =>
      on('erase.done', () => {
        asked.current = new Set();
        setSaid(new Map());
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    asked.current = new Set();
  }, [scope, turn]);
  const of = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say what is wanted, and after each answer the rest is asked for.
  useEffect(() => {
    const askedNow = asked.current;
    const keys = wanted.filter((key) => !askedNow.has(key)).slice(0, maxAsked);
    if (keys.length === 0) {
      return undefined;
    }
    const wait = setTimeout(() => {
      for (const key of keys) {
        askedNow.add(key);
      }
      read(keys)
        .then((found) => {
          // What was asked in an earlier turn may say what is no longer so.
          if (asked.current === askedNow) {
            setSaid((before) => new Map([...before, ...found]));
          }
        })
        // The row says the rest without it.
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(wait);
  }, [scope, of, turn, said]);
  return said;
}
