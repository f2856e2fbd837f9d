import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { isThere } from './is-there.ts';

export type Beginning = Result<'storages.beginnings'>['beginnings'][number]['says'];

/** How storages that are in sight begin, by their files, as far as it has been read. @param turn changes with what is kept */
export function useBeginnings(
  workspace: string,
  inSight: readonly StorageView[],
  turn: unknown,
): ReadonlyMap<string, Beginning> {
  const wanted = inSight.filter(hasBeginning).map(({ file }) => file);
  return useSaidInSight(workspace, wanted, turn, async (files) => {
    const { beginnings } = await call('storages.beginnings', { workspace, files: [...files] });
    return beginnings.map(({ file, says }) => [file, says] as const);
  });
}

/** A conversation has a view of its own, and so has the memory. */
const hasBeginning = (storage: StorageView): boolean =>
  isThere(storage) && storage.state === 'kept' && storage.conversation === null;
