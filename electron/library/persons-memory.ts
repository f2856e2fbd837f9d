import { readWholeContext } from '#shared/contract/reading/whole-context.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { ownMemory } from '#shared/formats/formats.ts';
import type { PersonsMemory } from '#shared/storages/memory-storage.ts';

/** As much of a name as the history has of who wrote something. */
const maxName = 80;

/** The memory of a workspace, read and written as any assistant does. */
export function personsMemory(client: Client, workspace: string, agent: string): PersonsMemory {
  const assistant = agent.slice(0, maxName);
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
    check(update) {
      const [checked] = ownMemory.format.checkUpdates([update], assistant);
      return checked ?? update;
    },
    async learn(updates) {
      return (await client.call('context.apply', { workspace, updates: [...updates], assistant })).notes;
    },
    async empty() {
      await client.call('context.archiveAll', { workspace, assistant });
    },
  };
}
