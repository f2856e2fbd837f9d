import { ContextureError } from '../errors.ts';
import type { Memory } from '../features/memories.ts';
import type { Client } from '../wire/client.ts';

const maxPage = 200;

/**
 * Lists all memories, page by page; starts over if another caller refreshes the list meanwhile.
 * @param onPage receives those read so far
 */
export async function readAllMemories(
  { call }: Pick<Client, 'call'>,
  onPage: (soFar: readonly Memory[], isWhole: boolean) => void = () => undefined,
): Promise<readonly Memory[]> {
  try {
    const memories: Memory[] = [];
    let page = await call('memories.list', {});
    for (;;) {
      memories.push(...page.memories);
      const isWhole = memories.length >= page.total || page.memories.length === 0;
      onPage([...memories], isWhole);
      if (isWhole) {
        return memories;
      }
      page = await call('memories.list', { revision: page.revision, offset: memories.length });
    }
  } catch (error) {
    if (error instanceof ContextureError && error.code === 'revision_gone') {
      return readAllMemories({ call }, onPage);
    }
    throw error;
  }
}

/** Searches all memories for up to `most` entries; also returns the memories it could not search. */
export async function searchAllMemories({ call }: Pick<Client, 'call'>, text: string, most: number) {
  let page = await call('memories.search', { text, limit: Math.min(maxPage, most) });
  const found = [...page.found];
  const unread = [...page.unread];
  while (page.next !== null && found.length < most) {
    const limit = Math.min(maxPage, most - found.length);
    page = await call('memories.search', { text, limit, from: page.next });
    found.push(...page.found);
    unread.push(...page.unread);
  }
  return { found, unread, isWhole: page.next === null };
}
