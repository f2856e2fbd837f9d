import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Memory, WaitingCounts } from '#shared/contract/features/memories.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type FoundMemory, findMemories } from './find-memories.ts';
import { memoriesHolding } from './memories-holding.ts';
import type { Projects } from './project-folder.ts';
import { type OpenedPlace, readMemory } from './read-memory.ts';
import { searchMemories } from './search-memories.ts';

/** Memories read at a time. */
const atATime = 16;

/**
 * Handles the calls about all memories on this computer.
 * @param recent paths opened before, the latest first
 * @param projects names the projects that memories belong to
 * @param of gives the one that is open under an id
 * @param waitingAt finds what waits for the person in an open one
 */
export function memoriesHandlers(
  ports: Ports,
  recent: () => Promise<readonly string[]>,
  projects: () => Projects,
  of: (workspace: string) => Promise<Pick<WorkspaceParts, 'layout'>>,
  waitingAt: (place: OpenedPlace) => Promise<WaitingCounts>,
): Handlers<'memories'> {
  let latest = 0;
  /** Lists of found memories being read page by page: there may be several at a time. */
  const looks = new LRUCache<number, readonly FoundMemory[]>({ max: 8 });

  return {
    'memories.list': async ({ revision: wanted, recent: onlyRecent, offset, limit }, { cancelled }) => {
      const revision = wanted ?? ++latest;
      if (wanted === undefined) {
        const found = await findMemories(ports, await recent());
        looks.set(revision, onlyRecent === true ? found.filter((one) => one.recent) : found);
      }
      const all = looks.get(revision);
      if (all === undefined) {
        const message = 'The list has changed since; list them again.';
        throw new ContextureError('revision_gone', message, {}, { retry: true });
      }
      const page = all.slice(offset, offset + limit);
      const called = projects();
      const memories: Memory[] = [];
      for (let at = 0; at < page.length && !cancelled(); at += atATime) {
        const batch = page.slice(at, at + atATime);
        memories.push(...(await Promise.all(batch.map((found) => readMemory(ports, found, called, waitingAt)))));
      }
      return { revision, total: all.length, memories };
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
