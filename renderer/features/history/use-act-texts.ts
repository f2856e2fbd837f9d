import { useEffect, useRef, useState } from 'react';
import type { ActText, HistoryVersion } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';

/** Who scrolls by does not read. */
const pause = 100;
const maxAsked = 50;

type Texts = ReadonlyMap<number, ActText['entries']>;

/** What versions that are in sight changed, as far as it has been read; a version never reads otherwise, unless it is erased. */
export function useActTexts(workspace: string, inSight: readonly HistoryVersion[], turn: unknown): Texts {
  const [texts, setTexts] = useState<Texts>(new Map());
  const known = useRef(new Set<number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => known.current.clear(), [workspace, turn]);
  const wanted = inSight.filter(isTold).map(({ position }) => position);
  const of = wanted.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the positions say which are wanted.
  useEffect(() => {
    const positions = wanted.filter((position) => !known.current.has(position)).slice(0, maxAsked);
    if (positions.length === 0) {
      return undefined;
    }
    const wait = setTimeout(() => {
      for (const position of positions) {
        known.current.add(position);
      }
      call('history.texts', { workspace, positions })
        .then(({ texts: read }) =>
          setTexts(
            (before) => new Map([...before, ...read.map(({ position, entries }) => [position, entries] as const)]),
          ),
        )
        // The row says the rest without it.
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(wait);
  }, [workspace, of, turn]);
  return texts;
}

/** Whether entries say what a version did. Of the first there is only how many there were. */
const isTold = ({ available, before, counts, kind }: HistoryVersion): boolean =>
  available &&
  before !== null &&
  (kind === 'context' || kind === 'archive') &&
  (counts === null || counts.added + counts.changed + counts.removed > 0);
