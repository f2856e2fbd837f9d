import { ContextureError } from '#shared/contract/errors.ts';
import type { Memory } from '#shared/contract/features/memories.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import { type FoundMemory, findMemories } from './find-memories.ts';
import { createFolderLister } from './project-folder.ts';
import { readMemory } from './read-memory.ts';
import { searchMemories } from './search-memories.ts';

/** Memories read at a time. */
const atATime = 16;

/** The calls about all memories on this computer. @param recent paths of those opened before, the latest first */
export function memoriesMethods(ports: Ports, recent: () => Promise<readonly string[]>): Handlers<'memories'> {
  let revision = 0;
  let known: readonly FoundMemory[] = [];

  return {
    'memories.list': async ({ revision: wanted, offset, limit }, { cancelled }) => {
      if (wanted === undefined) {
        known = await findMemories(ports, await recent());
        revision += 1;
      } else if (wanted !== revision) {
        throw new ContextureError(
          'revision_gone',
          'They have been looked for anew since; list them again.',
          {},
          { retry: true },
        );
      }
      const page = { revision, total: known.length, found: known.slice(offset, offset + limit) };
      const list = createFolderLister(ports);
      const memories: Memory[] = [];
      for (let at = 0; at < page.found.length && !cancelled(); at += atATime) {
        const batch = page.found.slice(at, at + atATime);
        memories.push(...(await Promise.all(batch.map((found) => readMemory(ports, found, list)))));
      }
      return { revision: page.revision, total: page.total, memories };
    },
    'memories.search': async (query, work) =>
      searchMemories(ports, await findMemories(ports, await recent()), query, work),
  };
}
