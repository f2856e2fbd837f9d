import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { assistantName } from '#mcp/assistant-name.ts';
import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { isMemoryName } from '#shared/formats/formats.ts';
import { ChatHistoryStorage } from '#shared/storages/chat-history-storage.ts';
import { Context, type ContextListeners } from '#shared/storages/context.ts';
import type { StorageClass } from '#shared/storages/driven-storage.ts';
import type { StorageDriver } from '#shared/storages/driver.ts';
import type { SessionIdentity } from '#shared/storages/identity.ts';
import { MemoryStorage } from '#shared/storages/memory-storage.ts';
import { StateStorage } from '#shared/storages/state-storage.ts';
import type { Storage } from '#shared/storages/storage.ts';
import { startEngine } from '../start-engine.ts';
import { type DriverChoice, type FindDriver, findDrivers, hash } from './drivers.ts';
import { personsMemory } from './persons-memory.ts';

/** Maximum characters of an agent's or person's name in a call. */
const maxName = 1000;

/** Storages that every agent has, unless it leaves them out. */
type UsualStorages = {
  readonly state: StateStorage;
  readonly chat_history: ChatHistoryStorage;
  readonly memory: MemoryStorage;
};

export type CreateContextOptions<Without extends keyof UsualStorages = never> = {
  /** Folder of the workspace, which may be empty and is made if it is missing, or a memory’s file. */
  readonly workspace: string;
  /** Name of the agent whose storages these are. */
  readonly agent: string;
  /** User, chat or group that it keeps them for. */
  readonly identity?: Omit<SessionIdentity, 'agent'>;
  /** Drivers of storages that name no others: read in this order until one has something; all are written. */
  readonly drivers?: readonly DriverChoice[];
  /** Usual storages to leave out. */
  readonly without?: readonly Without[];
  readonly on?: ContextListeners;
};

/** A context with the usual storages, except those left out. */
export type AgentContext<Without extends keyof UsualStorages = never> = LibraryContext & Omit<UsualStorages, Without>;

/**
 * Opens an agent's storages in a workspace. The app shows them as they change.
 * @throws ContextureError if the workspace can’t be opened
 */
export async function createContext<const Without extends keyof UsualStorages = never>(
  options: CreateContextOptions<Without>,
): Promise<AgentContext<Without>> {
  const { workspace: path, agent, identity = {}, drivers = ['file'], without = [], on = {} } = options;
  if (drivers.length === 0) {
    throw new ContextureError('value_invalid', 'A context needs a driver. Leave `drivers` out to keep files.');
  }
  if (agent === '') {
    throw new ContextureError('value_invalid', 'An agent needs a name: what it keeps is found by that.');
  }
  const long = Object.entries({ agent, ...identity }).find(([, name]) => (name?.length ?? 0) > maxName);
  if (long !== undefined) {
    const message = `The name of the ${long[0]} is longer than ${maxName.toLocaleString('en')} characters. Nothing was opened. Shorten it.`;
    throw new ContextureError('value_invalid', message);
  }
  const assistant = assistantName(agent);
  const { engine, ports, release } = shareEngine();
  const connection = createInProcessConnection();
  createHost(engine, connection.host, { caller: assistant });
  const client = createClient(connection.client);
  const used: StorageDriver[] = [];
  const end = async (): Promise<void> => {
    // Wait for damaged files that are still being set aside.
    await Promise.all(used.map((driver) => driver.settled?.()));
    client.close();
    await release();
  };
  const left: readonly (keyof UsualStorages)[] = without;
  try {
    if (!existsSync(path)) {
      if (isMemoryName(basename(path))) {
        const message = `There is no memory ${path}. Nothing was made. Check its name.`;
        throw new ContextureError('not_found', message, { path });
      }
      await ports.files.makeFolder(resolve(path));
    }
    const { id: workspace } = await client.call('workspaces.open', { path, startEmpty: true });
    const memory = left.includes('memory') ? null : personsMemory(client, workspace, assistant);
    const entries = (await memory?.read()) ?? [];
    const places = await client.call('storages.places', { workspace });
    const findDriver = findDrivers({ client, workspace, agent: assistant, places });
    used.push(...drivers.map(findDriver));
    const setup = { identity: { ...identity, agent }, drivers: used, hash, on };
    const context = new LibraryContext(setup, findDriver, end);
    const usual: readonly StorageClass[] = [StateStorage, ChatHistoryStorage];
    for (const kind of usual.filter(({ prefix }) => !left.some((one) => one === prefix))) {
      context.make(kind);
    }
    if (memory !== null) {
      context.register(new MemoryStorage({ agent, memory, entries }));
    }
    return context as unknown as AgentContext<Without>;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Contexts that aren't closed yet. */
const open = new Set<Context>();

/** Saves a context's unsaved changes when the process ends by itself. Tries once, since a failure would repeat for ever. */
function saveAtExit(context: Context): void {
  if (open.size === 0) {
    process.off('beforeExit', saveOpen).on('beforeExit', saveOpen);
  }
  open.add(context);
}

function saveOpen(): void {
  const left = [...open];
  open.clear();
  for (const context of left) {
    context.save().catch(() => undefined);
  }
}

/** A context that takes drivers by name, and saves unsaved changes when the program ends. */
export class LibraryContext extends Context {
  readonly #findDriver: FindDriver;
  readonly #end: () => Promise<void>;
  #closing: Promise<void> | null = null;

  constructor(setup: ConstructorParameters<typeof Context>[0], findDriver: FindDriver, end: () => Promise<void>) {
    super(setup);
    this.#findDriver = findDriver;
    this.#end = end;
    saveAtExit(this);
  }

  /** @param drivers those of the context if left out */
  override make<S extends Storage>(kind: StorageClass<S>, drivers?: readonly DriverChoice[]): S {
    return super.make(kind, drivers?.map(this.#findDriver));
  }

  /** Saves unsaved changes, and releases the engine. @throws the error of a failed save; then the context is still open */
  close(): Promise<void> {
    this.#closing ??= this.#close().catch((error: unknown) => {
      this.#closing = null;
      throw error;
    });
    return this.#closing;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    await this.save();
    open.delete(this);
    await this.#end();
  }
}

type RunningEngine = Pick<ReturnType<typeof startEngine>, 'engine' | 'ports'> & { users: number };

/** Engines by data folder. */
const running = new Map<string, RunningEngine>();

/** Shares one engine among all contexts of this process. It ends with the last of them. */
function shareEngine() {
  const folder = dataFolder();
  const shared: RunningEngine = running.get(folder) ?? {
    ...startEngine(findAppFiles(import.meta.url), folder, { engine: { personLooks: false, personApproves: false } }),
    users: 0,
  };
  shared.users += 1;
  running.set(folder, shared);
  return {
    engine: shared.engine,
    ports: shared.ports,
    async release(): Promise<void> {
      shared.users -= 1;
      if (shared.users === 0) {
        running.delete(folder);
        await shared.engine.close();
      }
    },
  };
}
