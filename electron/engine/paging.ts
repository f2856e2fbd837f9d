import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { CancellationToken } from './cancellation.ts';
import type { Ports } from './ports.ts';

/** Milliseconds after which results are handed over, and the caller says whether to go on. */
const longestSearch = 300;
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
      throw listChangedError();
    }
    return { revision, list };
  };
}

/** @param wanted missing for the first page @throws `revision_gone` */
export function checkListRevision(wanted: number | undefined, revision: number): void {
  if (wanted !== undefined && wanted !== revision) {
    throw listChangedError();
  }
}

const listChangedError = (): ContextureError =>
  new ContextureError('revision_gone', 'The list has changed since; list them again.', {}, { retry: true });

/** Items worked on at a time, as most of the time is waiting. */
const usualBatch = 16;

/** Works on some items at a time. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { size = usualBatch, isOver = () => false }: { readonly size?: number; readonly isOver?: () => boolean } = {},
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length && !isOver(); start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map((item) => work(item)))));
  }
  return results;
}

type SearchedItem<M> = {
  readonly matches: readonly M[];
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
};

type SearchBounds = Pick<CancellationToken, 'cancelled'> &
  Pick<Ports, 'clock'> & {
    readonly limit: number;
    /** Number of the first item, and of its matches that were given before. */
    readonly first: number;
    readonly skip: number;
  };

/**
 * Searches items until it has found enough or taken long enough.
 * @returns `done`: number of the item to go on from, after `skip` of its matches
 */
export async function searchPage<T, M>(
  items: readonly T[],
  { clock, cancelled, limit, first, skip }: SearchBounds,
  search: (item: T) => Promise<SearchedItem<M>>,
) {
  const startedAt = clock.now();
  const found: { readonly item: T; readonly match: M }[] = [];
  const unread: { path: string; problem: string }[] = [];
  let done = first;
  while (done < items.length) {
    const batch = items.slice(done, done + usualBatch);
    const searched = await Promise.all(batch.map(async (item) => ({ item, ...(await search(item)) })));
    for (const { item, matches, problems } of searched) {
      const skipped = done === first ? skip : 0;
      const wanted = matches.slice(skipped, skipped + limit - found.length);
      unread.push(...problems);
      found.push(...wanted.map((match) => ({ item, match })));
      if (matches.length > skipped + wanted.length) {
        return { found, unread, done, skip: skipped + wanted.length };
      }
      done += 1;
    }
    if (found.length >= limit || cancelled() || clock.now() - startedAt >= longestSearch) {
      break;
    }
  }
  return { found, unread, done, skip: 0 };
}
