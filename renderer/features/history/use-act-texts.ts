import type { ActText, HistoryVersion } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';

/** What versions that are in sight changed, as far as it has been read; a version never reads otherwise, unless it is erased. */
export function useActTexts(
  workspace: string,
  inSight: readonly HistoryVersion[],
  turn: unknown,
): ReadonlyMap<number, ActText['entries']> {
  const wanted = inSight.filter(isTold).map(({ position }) => position);
  return useSaidInSight(workspace, wanted, turn, async (positions) => {
    const { texts } = await call('history.texts', { workspace, positions: [...positions] });
    return texts.map(({ position, entries }) => [position, entries] as const);
  });
}

/** Whether entries say what a version did. Of the first there is only how many there were. */
const isTold = ({ available, before, counts, kind }: HistoryVersion): boolean =>
  available &&
  before !== null &&
  (kind === 'context' || kind === 'archive') &&
  (counts === null || counts.added + counts.changed + counts.removed > 0);
