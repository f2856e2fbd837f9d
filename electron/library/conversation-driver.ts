import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addedMessageSchema } from '#shared/contract/features/conversation-store.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { requireVersion, type StorageDriver } from '#shared/storages/driver.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { hash, readIfThere } from './workspace-drivers.ts';

type Conversations = {
  readonly client: Pick<Client, 'call'>;
  readonly workspace: string;
  readonly folder: string;
  readonly agent: string;
};

/**
 * Creates a driver that keeps conversations as the workspace does: lines are added until the conversation is cleared. Its
 * version is its size in bytes, which only grows until then.
 */
export function conversationDriver({ client, workspace, folder, agent: assistant }: Conversations) {
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
