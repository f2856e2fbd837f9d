import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';

/** Maximum number of lists that are read page by page at a time. */
const maxLists = 8;

/** Lists for those who read them page by page, each under the number that its first page got. */
export function createPagedLists<T extends object>() {
  const lists = new LRUCache<number, T>({ max: maxLists });
  let latest = 0;
  /** @param wanted missing for the first page @throws `revision_gone` */
  return async (wanted: number | undefined, read: () => Promise<T>) => {
    const revision = wanted ?? ++latest;
    if (wanted === undefined) {
      lists.set(revision, await read());
    }
    const list = lists.get(revision);
    if (list === undefined) {
      throw new ContextureError('revision_gone', 'The list has changed since; list them again.', {}, { retry: true });
    }
    return { revision, list };
  };
}

/** Works on some items at a time, as most of the time is waiting. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { size = 16, isOver = () => false }: { readonly size?: number; readonly isOver?: () => boolean } = {},
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length && !isOver(); start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map((item) => work(item)))));
  }
  return results;
}
