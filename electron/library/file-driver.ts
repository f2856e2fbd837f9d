import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#node/hash.ts';
import { errnoOf } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import type { StorageDriver } from '#shared/storages/driver.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { parseJson } from '#shared/text/parse-json.ts';

export const hash = (text: string): string => sha256(new TextEncoder().encode(text));

type Files = {
  readonly client: Pick<Client, 'call'>;
  readonly workspace: string;
  /** Where the workspace’s storages are. */
  readonly folder: string;
  readonly agent: string;
};

/** Keeps each storage in a file of the workspace, by the same engine that the app uses: what is saved is in its history. */
export function fileDriver({ client, workspace, folder, agent }: Files): StorageDriver {
  /** What is being set aside, which nothing may be written before. */
  const aside = new Map<string, Promise<unknown>>();

  function setAside(file: string): void {
    const work = client
      .call('storages.setAside', { workspace, file, assistant: agent })
      .finally(() => aside.delete(file));
    aside.set(file, work);
    // Whoever writes there next hears of a failure.
    work.catch(() => undefined);
  }

  return {
    name: 'file',
    readNow(key) {
      const file = fileNameOf(key, hash);
      const path = join(folder, `${file}.json`);
      const bytes = readIfThere(path);
      if (bytes === null) {
        return null;
      }
      const text = new TextDecoder().decode(bytes);
      if (parseJson(text) === undefined) {
        setAside(file);
        const message = `${path} is damaged: it is no JSON. It is set aside beside it under another name, so that nothing is written over it. Look at it there, or read again to begin anew.`;
        throw new ContextureError('io_failed', message, { path });
      }
      return { text, version: sha256(bytes) };
    },
    settled: async () => void (await Promise.allSettled(aside.values())),
    async write(key, text, over) {
      const file = fileNameOf(key, hash);
      await aside.get(file);
      const { version } = await client.call('storages.write', { workspace, file, key, text, over, assistant: agent });
      return version;
    },
    async remove(key) {
      const file = fileNameOf(key, hash);
      await aside.get(file);
      await client.call('storages.remove', { workspace, files: [file], assistant: agent });
    },
  };
}

function readIfThere(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      return null;
    }
    const message = `${path} can’t be read (${errnoOf(error) ?? 'unknown'}). Nothing was changed. Check its permissions.`;
    throw new ContextureError('io_failed', message, { path });
  }
}
