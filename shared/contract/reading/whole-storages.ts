import type { Client } from '../wire/client.ts';
import { readPages } from './pages.ts';

export async function wholeStorages(call: Client['call'], workspace: string) {
  const { total: _, ...whole } = await readPages(call, 'storages.list', 'storages', { workspace });
  // By file, as some may come and go between two pages.
  return { ...whole, storages: [...new Map(whole.storages.map((storage) => [storage.file, storage])).values()] };
}
