import { sourceOf } from '#mcp/assistant-name.ts';
import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import type { PersonsMemory } from '#shared/storages/memory-storage.ts';

/** Reads and writes a workspace's memory like any assistant. New entries name the assistant, and never pass for the person’s. */
export function personsMemory(client: Client, workspace: string, assistant: string): PersonsMemory {
  return {
    async read() {
      await client.call('context.read', { workspace, limit: 1, fresh: true });
      const { entries } = await readWholeContext(client, workspace);
      return entries.map(({ category, key, value, confidence, date, source }) => ({
        category,
        key,
        value,
        confidence,
        date,
        source,
      }));
    },
    check({ source: origin, ...update }) {
      const source = sourceOf(assistant, origin);
      const [checked] = ownMemory.format.checkUpdates([{ ...update, source }]);
      return checked ?? { ...update, source };
    },
    async learn(updates) {
      return (await client.call('context.apply', { workspace, updates: [...updates], assistant })).notes;
    },
    async empty() {
      await client.call('context.archiveAll', { workspace, assistant });
    },
  };
}
