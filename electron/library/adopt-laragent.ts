import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import { Context } from '#shared/storages/context.ts';
import type { DrivenStorage, StorageClass } from '#shared/storages/driven-storage.ts';
import type { StorageDriver } from '#shared/storages/driver.ts';
import { keyOf } from '#shared/storages/identity.ts';
import { defineStorage } from '#shared/storages/value-storage.ts';
import { findDrivers, hash } from './drivers.ts';
import { type LaragentStorage, laragentFiles, laragentStorages } from './laragent-files.ts';

/** Result of adopting: keys that are kept here now, keys that were before, notices and problems. */
export type AdoptionResult = {
  readonly adopted: readonly string[];
  readonly there: readonly string[];
  readonly notices: readonly string[];
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
};

/**
 * Copies what LarAgent keeps on a disk into files of a workspace, for the same agents and people. Existing files stay
 * unchanged, and so do LarAgent's.
 */
export async function adoptLaragent(
  client: Pick<Client, 'call'>,
  workspace: string,
  disk: string,
): Promise<AdoptionResult> {
  const places = await client.call('storages.places', { workspace });
  const { storages, problems } = laragentStorages(disk);
  const larAgent = laragentFiles(disk);
  const adopted: string[] = [];
  const there: string[] = [];
  const notices: string[] = [];
  const failed = [...problems];
  for (const one of storages) {
    const { agent } = one.identity;
    const file = findDrivers({ client, workspace, agent, places })('file');
    try {
      if (larAgent.readNow(one.key, one) === null) {
        failed.push({ path: one.key, problem: 'LarAgent lists it, and keeps nothing under it.' });
        continue;
      }
      const { isAdopted, notice } = await adopt(one, [file, larAgent]);
      (isAdopted ? adopted : there).push(keyOf(one.prefix, one.identity, hash));
      notices.push(...(isAdopted && notice !== null ? [notice] : []));
    } catch (error) {
      failed.push({ path: one.key, problem: toContextureError(error).message });
    }
  }
  return { adopted, there, notices, problems: failed };
}

async function adopt({ prefix, identity }: LaragentStorage, drivers: readonly StorageDriver[]) {
  const context = new Context({ identity, drivers, hash });
  const kind: StorageClass<DrivenStorage> =
    prefix === ChatHistoryStorage.prefix ? ChatHistoryStorage : defineStorage({ prefix, schema: z.json() });
  // Making the storage reads it, and marks what only LarAgent had to be saved.
  const { notice } = context.make(kind);
  const { written } = await context.save();
  return { isAdopted: written.includes(prefix), notice };
}
