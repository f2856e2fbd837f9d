import type { ActText, HistoryVersion } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';

/** Texts changed by the versions in sight, as far as they have been read; a version never changes, unless it is erased. */
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

/** True if a version's entries can be shown. The first version only has a count. */
const isTold = ({ available, before, counts, kind }: HistoryVersion): boolean =>
  available &&
  before !== null &&
  (kind === 'context' || kind === 'archive') &&
  (counts === null || counts.added + counts.changed + counts.removed > 0);
