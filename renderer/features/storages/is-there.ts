import type { StorageView } from '#shared/contract/features/storages.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';

/** True if something of an agent’s own exists. The memory is the person’s, and stays when everything is removed. */
export const isThere = (storage: Pick<StorageView, 'state' | 'kind'>): boolean =>
  isStorageThere(storage) && storage.kind !== 'memory';
