import { useEffect, useRef, useState } from 'react';
import { on } from './connection.ts';

/** Milliseconds a row has to stay in sight: people who scroll by do not read. */
const pause = 100;
const maxAsked = 50;

/** Loads further details of the rows in sight: each once in a turn, and again once something is erased. */
export function useSaidInSight<K extends string | number, V>(
  scope: string,
  wanted: readonly K[],
  turn: unknown,
  read: (keys: readonly K[]) => Promise<Iterable<readonly [K, V]>>,
): ReadonlyMap<K, V> {
  const [details, setDetails] = useState<ReadonlyMap<K, V>>(new Map());
  /** Keys requested in this turn; each turn has a separate set. */
  const requested = useRef(new Set<K>());
  useEffect(
    () =>
      on('erase.done', () => {
        requested.current = new Set();
        setDetails(new Map());
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    requested.current = new Set();
  }, [scope, turn]);
  const of = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are the request, and each answer requests the rest.
  useEffect(() => {
    const askedNow = requested.current;
    const keys = wanted.filter((key) => !askedNow.has(key)).slice(0, maxAsked);
    if (keys.length === 0) {
      return undefined;
    }
    const wait = setTimeout(() => {
      for (const key of keys) {
        askedNow.add(key);
      }
      read(keys)
        .then((pairs) => {
          // Answers from an earlier turn may be out of date.
          if (requested.current === askedNow) {
            setDetails((before) => new Map([...before, ...pairs]));
          }
        })
        // The row is complete without it.
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(wait);
  }, [scope, of, turn, details]);
  return details;
}
