import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { isThere } from './is-there.ts';

export type FirstValues = Result<'storages.beginnings'>['beginnings'][number]['says'];

const nothing: FirstValues = [];

/** Beginnings of the storages in sight, as far as they have been read. @param turn changes with the storages */
export function useBeginnings(
  workspace: string,
  inSight: readonly StorageView[],
  turn: unknown,
): (storage: StorageView) => FirstValues {
  const wanted = inSight.filter(hasBeginning).map(({ file }) => file);
  const said = useSaidInSight(workspace, wanted, turn, async (files) => {
    const { beginnings } = await call('storages.beginnings', { workspace, files: [...files] });
    return beginnings.map(({ file, says }) => [file, says] as const);
  });
  // A cleared or damaged storage has no beginning any more.
  return (storage) => (hasBeginning(storage) ? (said.get(storage.file) ?? nothing) : nothing);
}

/** A conversation has its own view, and so has the memory. */
const hasBeginning = (storage: StorageView): boolean =>
  isThere(storage) && storage.state === 'kept' && storage.conversation === null;
