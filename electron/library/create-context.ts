import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { type Client, createClient } from '#shared/contract/wire/client.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { Context, type ContextListeners } from '#shared/storages/context.ts';
import { memoryDriver, type StorageDriver } from '#shared/storages/driver.ts';
import type { SessionIdentity } from '#shared/storages/identity.ts';
import { StateStorage } from '#shared/storages/state-storage.ts';
import { startEngine } from '../start-engine.ts';
import { fileDriver, hash } from './file-driver.ts';

/** A driver by its name, or one of your own. */
export type DriverChoice = 'file' | 'memory' | StorageDriver;

export type CreateContextOptions = {
  /** The folder of the workspace, which may be empty, or a memory’s file. */
  readonly workspace: string;
  /** The name of the agent whose storages these are. */
  readonly agent: string;
  /** For whom it keeps them. */
  readonly identity?: Omit<SessionIdentity, 'agent'>;
  /** Read in this order until one has something; written to all. */
  readonly drivers?: readonly DriverChoice[];
  readonly on?: ContextListeners;
};

/** A context with the storages that every agent has. */
export type AgentContext = Context & {
  readonly state: StateStorage;
  /** Saves what is left, and ends what runs behind it. */
  close(): Promise<void>;
};

/**
 * Opens what an agent keeps in a workspace. The app shows it as it changes.
 * @throws ContextureError where the workspace can’t be opened
 */
export async function createContext(options: CreateContextOptions): Promise<AgentContext> {
  const { workspace: path, agent, identity = {}, drivers = ['file'], on } = options;
  if (drivers.length === 0) {
    throw new ContextureError('value_invalid', 'A context needs a driver. Leave `drivers` out to keep files.');
  }
  const { engine } = startEngine(findAppFiles(import.meta.url), dataFolder(), {
    engine: { personLooks: false, personApproves: false },
  });
  const connection = createInProcessConnection();
  createHost(engine, connection.host, { caller: agent });
  const client = createClient(connection.client);
  const end = async (): Promise<void> => {
    client.close();
    await engine.close();
  };
  try {
    const made = await driversOf({ client, path, agent }, drivers);
    const context = new LastingContext({ identity: { ...identity, agent }, drivers: made, hash, on: on ?? {} }, end);
    context.make(StateStorage);
    return context as unknown as AgentContext;
  } catch (error) {
    await end();
    throw error;
  }
}

type Opened = { readonly client: Client; readonly path: string; readonly agent: string };

async function driversOf({ client, path, agent }: Opened, choices: readonly DriverChoice[]): Promise<StorageDriver[]> {
  const files = async (): Promise<StorageDriver> => {
    const { id: workspace } = await client.call('workspaces.open', { path, startEmpty: true });
    const { folder } = await client.call('storages.list', { workspace });
    return fileDriver({ client, workspace, folder, agent });
  };
  const made: StorageDriver[] = [];
  for (const choice of choices) {
    made.push(choice === 'file' ? await files() : choice === 'memory' ? memoryDriver() : choice);
  }
  return made;
}

/** A context that saves what is left when the program ends, in case nobody did. */
class LastingContext extends Context {
  readonly #end: () => Promise<void>;
  readonly #atExit = (): void => void this.save().catch(() => undefined);
  #isClosed = false;

  constructor(setup: ConstructorParameters<typeof Context>[0], end: () => Promise<void>) {
    super(setup);
    this.#end = end;
    process.once('beforeExit', this.#atExit);
  }

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    await this.save();
    this.#isClosed = true;
    process.off('beforeExit', this.#atExit);
    await this.#end();
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
