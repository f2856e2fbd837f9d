import type { Result } from '#shared/contract/contract.ts';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { isThere } from './is-there.ts';

export type Beginning = Result<'storages.beginnings'>['beginnings'][number]['says'];

const nothing: Beginning = [];

/** How storages that are in sight begin, as far as it has been read. @param turn changes with what is kept */
export function useBeginnings(
  workspace: string,
  inSight: readonly StorageView[],
  turn: unknown,
): (storage: StorageView) => Beginning {
  const wanted = inSight.filter(hasBeginning).map(({ file }) => file);
  const said = useSaidInSight(workspace, wanted, turn, async (files) => {
    const { beginnings } = await call('storages.beginnings', { workspace, files: [...files] });
    return beginnings.map(({ file, says }) => [file, says] as const);
  });
  // One that was cleared, or damaged, begins no more as it did.
  return (storage) => (hasBeginning(storage) ? (said.get(storage.file) ?? nothing) : nothing);
}

/** A conversation has a view of its own, and so has the memory. */
const hasBeginning = (storage: StorageView): boolean =>
  isThere(storage) && storage.state === 'kept' && storage.conversation === null;
