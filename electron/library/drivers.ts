import type { Client } from '#shared/contract/wire/client.ts';
import { memoryDriver, type StorageDriver } from '#shared/storages/driver.ts';
import { conversationDriver } from './conversation-driver.ts';
import { fileDriver, sqliteDriver } from './workspace-drivers.ts';

/** A driver by its name, or your own. */
export type DriverChoice = 'file' | 'sqlite' | 'memory' | StorageDriver;

export type FindDriver = (choice: DriverChoice) => StorageDriver;

export type DriverPlaces = {
  readonly client: Pick<Client, 'call'>;
  readonly workspace: string;
  readonly agent: string;
  readonly places: { readonly storages: string; readonly conversations: string };
};

/** Finds drivers by name. Storages of a context that name the same driver share it. */
export function findDrivers({ client, workspace, agent, places }: DriverPlaces): FindDriver {
  const storages = { client, workspace, folder: places.storages, agent };
  const conversations = conversationDriver({ client, workspace, folder: places.conversations, agent });
  const makers = {
    file: (): StorageDriver => ({ ...fileDriver(storages), conversations }),
    sqlite: (): StorageDriver => ({ ...sqliteDriver(storages), conversations }),
    memory: (): StorageDriver => memoryDriver(),
  };
  const driversByName = new Map<string, StorageDriver>();
  return (choice) => {
    if (typeof choice !== 'string') {
      return choice;
    }
    const driver = driversByName.get(choice) ?? makers[choice]();
    driversByName.set(choice, driver);
    return driver;
  };
}
