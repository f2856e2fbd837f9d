import { isStorageThere, type StorageView } from '#shared/contract/features/storages.ts';

/** Whether there is anything of an agent’s own, whatever it says: the memory is the person’s, and stays where all of it is removed. */
export const isThere = (storage: Pick<StorageView, 'state' | 'kind'>): boolean =>
  isStorageThere(storage) && storage.kind !== 'memory';
