import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '#node/hash.ts';
import { createRows } from '#node/storage-database/rows.ts';
import { errnoOf } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { addedMessageSchema } from '#shared/contract/features/conversation-store.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { databaseName, memoryDriver, requireVersion, type StorageDriver } from '#shared/storages/driver.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { inDatabase } from '#shared/storages/storage-file.ts';
import { parseJson } from '#shared/text/parse-json.ts';

export const hash = (text: string): string => sha256(new TextEncoder().encode(text));

/** A driver by its name, or your own. */
export type DriverChoice = 'file' | 'sqlite' | 'memory' | StorageDriver;

export type FindDriver = (choice: DriverChoice) => StorageDriver;

type DriverPlaces = Omit<Workspace, 'folder'> & {
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

type Workspace = {
  readonly client: Pick<Client, 'call'>;
  readonly workspace: string;
  /** Folder of what the driver keeps. */
  readonly folder: string;
  readonly agent: string;
};

function fileDriver(workspace: Workspace): StorageDriver {
  // Read the time first: if the file is replaced in between, the time must not be later than the bytes.
  const read: Place['read'] = (path) =>
    readIfThere(path, () => ({ savedAt: statSync(path).mtimeMs, bytes: readFileSync(path) }));
  return engineDriver(workspace, { name: 'file', prefix: '', folder: workspace.folder, read });
}

/**
 * Keeps each storage in a row of the workspace’s database.
 * @throws `unavailable` if this machine has no SQLite
 */
export function sqliteDriver(workspace: Workspace, rows = createRows()): StorageDriver {
  rows.check();
  const database = join(workspace.folder, databaseName);
  const read: Place['read'] = (path, setAside) => {
    try {
      return rows.read(dirname(path), basename(path), Number.POSITIVE_INFINITY);
    } catch (error) {
      if (!(error instanceof ContextureError) || error.code !== 'not_text') {
        throw error;
      }
      setAside(databaseName);
      const message = `${database} is damaged. It is being set aside beside it under another name, and what can still be read of it is kept. Look at it there, or read again to go on with what is left.`;
      throw new ContextureError('io_failed', message, { path: database });
    }
  };
  return engineDriver(workspace, { name: 'sqlite', prefix: inDatabase, folder: database, read });
}

/** Place of a driver's texts, each at a path in a folder, and a call that reads one synchronously. */
type Place = {
  readonly name: string;
  /** Prefix of the engine's names for its files. */
  readonly prefix: string;
  readonly folder: string;
  readonly read: (path: string, setAside: (file: string) => void) => SavedText | null;
};
type SavedText = { readonly bytes: Uint8Array; readonly savedAt: number };

/** Creates a driver that writes through the app's engine, so that writes appear in its history. */
function engineDriver({ client, workspace, agent }: Workspace, { name, prefix, folder, read }: Place): StorageDriver {
  /** Files being set aside, by name. No write to them may start before that is done. */
  const aside = new Map<string, Promise<unknown>>();

  function setAside(file: string): void {
    const work = client
      .call('storages.setAside', { workspace, file, assistant: agent })
      .finally(() => aside.delete(file));
    aside.set(file, work);
    // The next write there reports a failure.
    work.catch(() => undefined);
  }

  /** Finds the file of a key, and waits until it isn't being set aside. */
  async function fileOf(key: string): Promise<string> {
    const file = `${prefix}${fileNameOf(key, hash)}`;
    await Promise.all([aside.get(file), aside.get(databaseName)]);
    return file;
  }

  return {
    name,
    readNow(key) {
      const file = fileNameOf(key, hash);
      const path = join(folder, `${file}.json`);
      const saved = read(path, setAside);
      if (saved === null) {
        return null;
      }
      const text = new TextDecoder().decode(saved.bytes);
      if (parseJson(text) === undefined) {
        setAside(`${prefix}${file}`);
        const message = `${path} is damaged: it isn’t valid JSON. It is being set aside beside it under another name, so that nothing is written over it. Look at it there, or read again to begin anew.`;
        throw new ContextureError('io_failed', message, { path });
      }
      return { text, version: sha256(saved.bytes), savedAt: saved.savedAt };
    },
    settled: async () => void (await Promise.allSettled(aside.values())),
    async write(key, text, over) {
      const file = await fileOf(key);
      const { version } = await client.call('storages.write', { workspace, file, key, text, over, assistant: agent });
      return version;
    },
    async remove(key) {
      const file = await fileOf(key);
      await client.call('storages.remove', { workspace, files: [file], assistant: agent });
    },
  };
}

/** Reads a file synchronously; null if there is none. @throws `io_failed` */
export function readIfThere<T>(path: string, read: (path: string) => T): T | null {
  try {
    return read(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      return null;
    }
    const message = `${path} can’t be read (${errnoOf(error) ?? 'unknown'}). Nothing was changed. Check its permissions.`;
    throw new ContextureError('io_failed', message, { path });
  }
}

/**
 * Creates a driver that keeps conversations as the workspace does: lines are added until the conversation is cleared. Its
 * version is its size in bytes, which only grows until then.
 */
function conversationDriver({ client, workspace, folder, agent: assistant }: Workspace) {
  const nameOf = (key: string): string => fileNameOf(key, hash);

  function readNow(key: string) {
    const path = join(folder, `${nameOf(key)}.jsonl`);
    const bytes = readIfThere(path, (file) => readFileSync(file));
    return bytes && { text: new TextDecoder().decode(bytes), version: String(bytes.length) };
  }

  async function append(key: string, lines: readonly string[]) {
    const messages = lines.map((line) => addedMessageSchema.parse(parseJson(line)));
    const conversation = nameOf(key);
    const { from, to } = await client.call('conversationStore.add', { workspace, conversation, messages });
    return { before: from === 0 ? null : String(from), version: String(to) };
  }

  return {
    name: 'file',
    readNow,
    append,
    async write(key: string, text: string, over: string | null) {
      if (over === null) {
        requireVersion(readNow(key)?.version ?? null, null, key);
      } else {
        const conversation = nameOf(key);
        await client.call('conversationStore.clear', { workspace, conversation, over: Number(over), assistant });
      }
      const lines = text.split('\n').filter(Boolean);
      let version = '0';
      for (let from = 0; from < lines.length; from += maxAdded) {
        version = (await append(key, lines.slice(from, from + maxAdded))).version;
      }
      return version;
    },
    async remove(key: string) {
      await client.call('storages.remove', { workspace, files: [], conversations: [nameOf(key)], assistant });
    },
  } satisfies StorageDriver;
}

const maxAdded = 500;
