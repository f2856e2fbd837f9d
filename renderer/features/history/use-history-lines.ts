import { useCallback, useEffect, useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { HistoryLine } from '#shared/contract/features/history.ts';
import { useTurns } from '../../api/answers.ts';
import { call, type Problem, problemOf } from '../../api/connection.ts';
import { chooseFirst, useHistory } from './history-store.ts';

type Page = Result<'history.list'>;

export type HistoryLines =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | ({
      readonly kind: 'ready';
      /** Newest first, as far as they have been requested. */
      readonly lines: readonly HistoryLine[];
    } & Omit<Page, 'lines'>);

const pageSize = 100;
const maxAtOnce = 500;
/** An undo is known once the memory has changed, a moment after its version is kept. */
const followed = ['history.changed', 'context.changed'] as const;

/** Lines of the history, loaded further as they come into sight, and again whenever some come or go. */
export function useHistoryLines(workspace: string) {
  const only = useHistory((state) => state.only);
  const [state, setState] = useState<HistoryLines>({ kind: 'loading' });
  const [turn, reload] = useTurns(workspace, followed);
  /** Latest request; answers to earlier ones are dropped. */
  const asked = useRef({});
  const wanted = useRef(pageSize);
  const reading = useRef(false);
  const listed = useRef(only);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    const round = {};
    asked.current = round;
    if (listed.current !== only) {
      listed.current = only;
      wanted.current = pageSize;
      setState({ kind: 'loading' });
    }
    reading.current = true;
    readLines(workspace, only, wanted.current)
      .then((read) => {
        if (asked.current === round) {
          setState({ kind: 'ready', ...read });
          chooseFirst(read.lines[0]?.position);
        }
      })
      .catch((error: unknown) => asked.current === round && setState({ kind: 'failed', problem: problemOf(error) }))
      .finally(() => {
        if (asked.current === round) {
          reading.current = false;
        }
      });
  }, [workspace, only, turn]);

  const more = useCallback((): void => {
    if (!reading.current) {
      wanted.current += pageSize;
      reload();
    }
  }, [reload]);

  return { state, more, reload };
}

async function readLines(workspace: string, only: 'all' | 'removed', wanted: number): Promise<Page> {
  let page = await call('history.list', { workspace, only, limit: Math.min(wanted, maxAtOnce) });
  const lines = [...page.lines];
  while (lines.length < wanted && page.next !== null) {
    const limit = Math.min(wanted - lines.length, maxAtOnce);
    page = await call('history.list', { workspace, only, limit, before: page.next });
    lines.push(...page.lines);
  }
  return { ...page, lines };
}
