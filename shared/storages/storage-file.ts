import type { StorageView } from '../contract/features/storages.ts';

/** Prefix of the file of a storage that is a row of the database. */
export const inDatabase = 'sqlite/';

/** True if there is a file, row or conversation, whatever it holds. */
export const isStorageThere = ({ state }: Pick<StorageView, 'state'>): boolean =>
  state !== 'gone' && state !== 'unused';
