import type { WaitingCounts } from '#shared/contract/features/memories.ts';
import type { Handlers } from '../handlers.ts';
import { createPagedLists, inBatches } from '../paging.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type FoundMemory, findMemories } from './find-memories.ts';
import { memoriesHolding } from './memories-holding.ts';
import type { Projects } from './project-folder.ts';
import { type OpenedPlace, readMemory } from './read-memory.ts';
import { searchMemories } from './search-memories.ts';

/** @param recent paths opened before, the latest first @param waitingAt counts what waits for the person in a memory */
export function memoriesHandlers(
  ports: Ports,
  recent: () => Promise<readonly string[]>,
  projects: () => Projects,
  of: (workspace: string) => Promise<Pick<WorkspaceParts, 'layout'>>,
  waitingAt: (place: OpenedPlace) => Promise<WaitingCounts>,
): Handlers<'memories'> {
  const pagedLists = createPagedLists<readonly FoundMemory[]>();

  return {
    'memories.list': async ({ revision: wanted, recent: onlyRecent, offset, limit }, { cancelled }) => {
      const { revision, list } = await pagedLists(wanted, async () => {
        const all = await findMemories(ports, await recent());
        return onlyRecent === true ? all.filter((memory) => memory.recent) : all;
      });
      const called = projects();
      const read = (memory: FoundMemory) => readMemory(ports, memory, called, waitingAt);
      const memories = await inBatches(list.slice(offset, offset + limit), read, { isOver: cancelled });
      return { revision, total: list.length, memories };
    },
    'memories.search': async (query, token) =>
      searchMemories(ports, await findMemories(ports, await recent()), projects(), query, token),
    'memories.holding': async ({ workspace, texts }, token) => {
      const memories = await findMemories(ports, await recent());
      const { layout: here } = await of(workspace);
      return memoriesHolding(ports, { memories, projects: projects(), here }, texts, token);
    },
  };
}
