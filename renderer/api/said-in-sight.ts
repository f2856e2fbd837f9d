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
  const [asked, setAsked] = useState(0);
  const known = useRef(new Set<K>());
  const about = useRef({});
  useEffect(
    () =>
      on('erase.done', () => {
        known.current = new Set();
        about.current = {};
        setSaid(new Map());
        setAsked((times) => times + 1);
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    known.current = new Set();
    about.current = {};
  }, [scope, turn]);
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
      const began = about.current;
      read(keys)
        .then((found) => {
          // What was asked in an earlier turn may say what is no longer so.
          if (about.current === began) {
            setSaid((before) => new Map([...before, ...found]));
            setAsked((times) => times + 1);
          }
        })
        // The row says the rest without it.
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(wait);
  }, [scope, of, turn, asked]);
  return said;
}
