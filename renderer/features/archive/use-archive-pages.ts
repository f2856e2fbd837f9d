import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { ArchivedEntry, ArchiveFile, ArchiveMonth } from '#shared/contract/features/archive.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import { useTurns } from '../../api/answers.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { announce } from '../../ui/announcer.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { type ArchiveSearch, noteLoaded, useArchive } from './archive-store.ts';

/** Matches of a search through the archive, of which only the pages in sight are loaded. */
export type ArchivePages =
  | {
      readonly kind: 'loading';
      /** True once people want to see the progress, and to be able to stop it. */
      readonly takesLong: boolean;
      readonly progress: Progress | null;
      readonly cancel: () => void;
    }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | ReadyPages;

export type ReadyPages = Pick<Answer, 'total' | 'perCategory'> & {
  readonly kind: 'ready';
  readonly search: ArchiveSearch;
  readonly perFile: readonly number[];
  readonly perMonth: readonly ArchiveMonth[];
  readonly pages: ReadonlyMap<number, readonly ArchivedEntry[]>;
  /** Files of the loaded entries, by name. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Rest of the archive that is still being read; null once all of it is loaded. */
  readonly rest: {
    readonly progress: Progress;
    readonly stopped: boolean;
    readonly stop: () => void;
    readonly goOn: () => void;
  } | null;
};

export const pageSize = 100;
const pause = 120;
const worthShowing = 300;

const justBegun: ArchivePages = { kind: 'loading', takesLong: false, progress: null, cancel: () => undefined };

type Answer = Result<'archive.entries'>;
type SetPages = (change: (before: ArchivePages) => ArchivePages) => void;

export function useArchivePages(workspace: string) {
  const query = useArchive((state) => state.query.trim());
  const categories = useArchive((state) => state.categories);
  const period = useArchive((state) => state.period);
  const [state, setState] = useState<ArchivePages>(justBegun);
  const [turn, reload] = useTurns(workspace, ['archive.changed']);
  const requestedPages = useRef(new Set<number>());
  const lastQuery = useRef(query);
  const search = useMemo(() => ({ query, categories, period }), [query, categories, period]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    const isTyped = lastQuery.current !== query;
    lastQuery.current = query;
    requestedPages.current = new Set([0]);
    const run = begin(workspace, search, setState, requestedPages);
    const timer = setTimeout(run.start, isTyped ? pause : 0);
    return () => {
      clearTimeout(timer);
      run.end();
    };
  }, [workspace, search, turn]);

  const need = useCallback(
    (matches: readonly number[]) => {
      const round = requestedPages.current;
      for (const page of new Set(matches.map((match) => Math.floor(match / pageSize)))) {
        if (round.has(page)) {
          continue;
        }
        round.add(page);
        call('archive.entries', { ...paramsOf(workspace, search), offset: page * pageSize, read: 'known' })
          .then(({ entries, files }) => {
            if (requestedPages.current === round) {
              setState((before) => (before.kind === 'ready' ? withPage(before, page, { entries, files }) : before));
            }
          })
          // Requested again when it next comes into sight.
          .catch(() => round.delete(page));
      }
    },
    [workspace, search],
  );

  return { pages: state, need, reload };
}

function paramsOf(workspace: string, { query, categories, period }: ArchiveSearch) {
  return { workspace, query, categories: [...categories], ...(period === null ? {} : { period }), limit: pageSize };
}

/** Runs one search, from its first page until all of the archive has been read. */
function begin(
  workspace: string,
  search: ArchiveSearch,
  setState: SetPages,
  requestedPages: RefObject<Set<number>>,
): { readonly start: () => void; readonly end: () => void } {
  let isCurrent = true;
  let stopped = false;
  let total = 0;
  let cancel = (): void => undefined;
  const set: SetPages = (change) => isCurrent && setState(change);
  const params = { ...paramsOf(workspace, search), offset: 0, layout: true };
  const options = {
    onStart: (stop: () => void) => {
      cancel = stop;
    },
    onProgress: (progress: Progress) =>
      set((before) => (before.kind === 'loading' ? { ...before, progress, cancel } : before)),
  };

  async function first(): Promise<void> {
    const long = setTimeout(() => set((before) => longLoading(before, cancel)), worthShowing);
    try {
      const answer = await call('archive.entries', { ...params, read: 'first' }, options);
      addPage(answer, false);
      await readOn(answer);
    } catch (error) {
      set(() => ({ kind: 'failed', problem: problemOf(error) }));
    } finally {
      clearTimeout(long);
    }
  }

  /** Reads the rest in turns, with the loaded part already in sight. */
  async function readOn(before: Answer | null): Promise<void> {
    for (let answer = before; isCurrent && !stopped && answer?.reading !== null; ) {
      answer = await call('archive.entries', { ...params, read: 'on' });
      addPage(answer, true);
    }
  }

  function addPage(answer: Answer, goesOn: boolean): void {
    if (!isCurrent) {
      return;
    }
    if (goesOn && answer.reading !== null) {
      // Later answers are older, so the earlier pages stay valid, except for the last one, which was not full.
      requestedPages.current.delete(Math.floor(total / pageSize));
    } else {
      // Files without a date in their names may have been inserted between.
      requestedPages.current = new Set([0]);
    }
    total = answer.total;
    const rest = answer.reading && { progress: answer.reading, stopped, stop, goOn };
    set((before) => {
      const previous = goesOn && before.kind === 'ready' ? before : null;
      return readyPages(search, answer, previous, rest);
    });
  }

  function stop(): void {
    stopped = true;
    set((before) =>
      before.kind === 'ready' && before.rest ? { ...before, rest: { ...before.rest, stopped } } : before,
    );
  }

  function goOn(): void {
    stopped = false;
    readOn(null).catch((error: unknown) => set(() => ({ kind: 'failed', problem: problemOf(error) })));
  }

  return {
    start: () => void first(),
    end: () => {
      isCurrent = false;
      cancel();
    },
  };
}

const longLoading = (before: ArchivePages, cancel: () => void): ArchivePages => ({
  kind: 'loading',
  takesLong: true,
  progress: before.kind === 'loading' ? before.progress : null,
  cancel,
});

/** @param previous pages read before, which the answer continues */
function readyPages(search: ArchiveSearch, answer: Answer, previous: ReadyPages | null, rest: ReadyPages['rest']) {
  const ready: ReadyPages = {
    kind: 'ready',
    search,
    total: answer.total,
    perCategory: answer.perCategory,
    perFile: answer.layout?.perFile ?? [],
    perMonth: answer.layout?.perMonth ?? [],
    pages: previous?.pages ?? new Map(),
    files: previous?.files ?? new Map(),
    rest,
  };
  return withPage(ready, 0, answer);
}

function withPage(ready: ReadyPages, page: number, { entries, files }: Pick<Answer, 'entries' | 'files'>): ReadyPages {
  noteLoaded(entries);
  return {
    ...ready,
    pages: new Map(ready.pages).set(page, entries),
    files: new Map([...ready.files, ...files.map((file) => [file.name, file] as const)]),
  };
}

/** Match at an index; undefined while its page is loading. */
export function matchAt(pages: ArchivePages, match: number): ArchivedEntry | undefined {
  return pages.kind === 'ready' ? pages.pages.get(Math.floor(match / pageSize))?.[match % pageSize] : undefined;
}

/** Most entries that can be restored or deleted in one step. */
export const maxChosen = 10_000;
const atATime = 1000;

/** Chooses all matches, whether or not they have been in sight; of very many, the first that fit in one step. */
export async function chooseAllArchived(workspace: string): Promise<void> {
  const { query, categories, period, choosing } = useArchive.getState();
  choosing?.stop();
  let isCurrent = true;
  const stop = (): void => {
    isCurrent = false;
    useArchive.setState({ choosing: null });
  };
  // Set from the start: an action on all of them waits until they are chosen.
  useArchive.setState({ choosing: { progress: null, stop } });
  const chosen = new Set<string>();
  const params = { ...paramsOf(workspace, { query: query.trim(), categories, period }), limit: atATime };
  try {
    for (let offset = 0, most = maxChosen; isCurrent && offset < most; ) {
      const { total, entries } = await call('archive.entries', { ...params, offset, read: 'known' });
      offset += entries.length;
      noteLoaded(entries);
      for (const { id } of entries) {
        chosen.add(id);
      }
      most = entries.length === 0 ? 0 : Math.min(maxChosen, total);
      if (isCurrent) {
        useArchive.setState({ choosing: { progress: { done: chosen.size, total: most }, stop } });
      }
    }
    if (isCurrent) {
      useArchive.setState({ selected: chosen, choosing: null });
      const isPart = chosen.size === maxChosen;
      announce(`${entriesInWords(chosen.size)} selected.${isPart ? ` ${countInWords(maxChosen)} are the most.` : ''}`);
    }
  } catch (error) {
    if (isCurrent) {
      stop();
      say(problemOf(error).message, 'warning');
    }
  }
}
