import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArchivedEntry } from '#shared/contract/model.ts';
import type { Progress } from '#shared/contract/protocol.ts';
import type { Category } from '#shared/entries/entry.ts';
import { call, on } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import type { FileMatches } from './archive-layout.ts';
import { useArchive } from './archive-store.ts';

/** The matches of a search through the archive, of which only the pages in sight have been loaded. */
export type ArchivePages =
  | {
      readonly kind: 'loading';
      /** Long enough for people to want to know how far it is, and to be able to stop it. */
      readonly takesLong: boolean;
      readonly progress: Progress | null;
      readonly cancel: () => void;
    }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly total: number;
      readonly perFile: readonly FileMatches[];
      readonly perCategory: Readonly<Record<Category, number>>;
      readonly pages: ReadonlyMap<number, readonly ArchivedEntry[]>;
    };

export const pageSize = 100;
const pause = 120;
const worthShowing = 300;

const justBegun: ArchivePages = { kind: 'loading', takesLong: false, progress: null, cancel: () => undefined };

type Loaded = {
  readonly pages: ArchivePages;
  /** Has the pages of some matches loaded. */
  readonly need: (matches: readonly number[]) => void;
  readonly reload: () => void;
};

export function useArchivePages(workspace: string): Loaded {
  const query = useArchive((state) => state.query.trim());
  const categories = useArchive((state) => state.categories);
  const [state, setState] = useState<ArchivePages>(justBegun);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const wanted = useRef(new Set<number>());
  const asked = useRef({ query, categories });

  useEffect(() => on('archive.changed', (event) => event.workspace === workspace && reload()), [workspace, reload]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    const sameSearch = asked.current.query === query && asked.current.categories === categories;
    asked.current = { query, categories };
    let current = true;
    let cancel = (): void => undefined;
    wanted.current = new Set([0]);
    const timer = setTimeout(
      () => {
        const long = setTimeout(() => {
          if (current) {
            setState((before) => ({
              kind: 'loading',
              takesLong: true,
              progress: before.kind === 'loading' ? before.progress : null,
              cancel,
            }));
          }
        }, worthShowing);
        call(
          'archive.entries',
          { workspace, query, categories: [...categories], offset: 0, limit: pageSize },
          {
            onStart: (stop) => {
              cancel = stop;
            },
            onProgress: (progress) =>
              current && setState((before) => (before.kind === 'loading' ? { ...before, progress, cancel } : before)),
          },
        )
          .then(({ total, perFile, perCategory, entries }) => {
            if (current) {
              setState({ kind: 'ready', total, perFile, perCategory, pages: new Map([[0, entries]]) });
            }
          })
          .catch((error: unknown) => current && setState({ kind: 'failed', problem: problemOf(error) }))
          .finally(() => clearTimeout(long));
      },
      sameSearch ? 0 : pause,
    );
    return () => {
      current = false;
      clearTimeout(timer);
      cancel();
    };
  }, [workspace, query, categories, turn]);

  const need = useCallback(
    (matches: readonly number[]) => {
      const round = wanted.current;
      for (const page of new Set(matches.map((match) => Math.floor(match / pageSize)))) {
        if (round.has(page)) {
          continue;
        }
        round.add(page);
        const params = { workspace, query, categories: [...categories], offset: page * pageSize, limit: pageSize };
        call('archive.entries', params)
          .then(({ entries }) => {
            if (wanted.current === round) {
              setState((before) =>
                before.kind === 'ready' ? { ...before, pages: new Map(before.pages).set(page, entries) } : before,
              );
            }
          })
          // Asked for again when it next comes into sight.
          .catch(() => round.delete(page));
      }
    },
    [workspace, query, categories],
  );

  return { pages: state, need, reload };
}

/** The match at a place; undefined while its page is on the way. */
export function matchAt(pages: ArchivePages, match: number): ArchivedEntry | undefined {
  return pages.kind === 'ready' ? pages.pages.get(Math.floor(match / pageSize))?.[match % pageSize] : undefined;
}
