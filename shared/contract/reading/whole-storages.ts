import type { Client } from '../wire/client.ts';

/** Reads all storages of a workspace, page by page. */
export async function wholeStorages(call: Client['call'], workspace: string) {
  const { total, ...first } = await call('storages.list', { workspace });
  // Keyed by file, as some may come and go between two pages.
  const byFile = new Map(first.storages.map((storage) => [storage.file, storage]));
  for (let offset = first.storages.length; offset < total; ) {
    const page = await call('storages.list', { workspace, offset });
    for (const storage of page.storages) {
      byFile.set(storage.file, storage);
    }
    if (page.storages.length === 0) {
      break;
    }
    offset += page.storages.length;
  }
  return { ...first, storages: [...byFile.values()] };
}
