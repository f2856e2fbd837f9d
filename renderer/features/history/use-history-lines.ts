import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { HistoryLine } from '#shared/contract/features/history.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call, type Problem } from '../../api/connection.ts';
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

/** Lines of the history, loaded further as they come into sight, and again whenever some come or go. */
export function useHistoryLines(workspace: string) {
  const only = useHistory((state) => state.only);
  // An undo is known once the memory has changed, a moment after its version is kept.
  const [turn, reload] = useTurns(workspace, ['history.changed', 'context.changed']);
  const [more, setMore] = useState({ only, pages: 1 });
  const count = pageSize * (more.only === only ? more.pages : 1);
  const { answer, problem } = useAsked(JSON.stringify([workspace, only, count, turn]), async () => ({
    ...(await readLines(workspace, only, count)),
    only,
    count,
  }));
  const state = useMemo((): HistoryLines => {
    if (problem !== null) {
      return { kind: 'failed', problem };
    }
    return answer?.only === only ? { kind: 'ready', ...answer } : { kind: 'loading' };
  }, [answer, problem, only]);
  useEffect(() => {
    if (state.kind === 'ready') {
      chooseFirst(state.lines[0]?.position);
    }
  }, [state]);
  const isRead = answer?.only === only && answer.count === count;
  const readMore = useCallback(() => {
    if (isRead) {
      setMore({ only, pages: count / pageSize + 1 });
    }
  }, [isRead, only, count]);
  return { state, more: readMore, reload };
}

async function readLines(workspace: string, only: 'all' | 'removed', count: number): Promise<Page> {
  let page = await call('history.list', { workspace, only, limit: Math.min(count, maxAtOnce) });
  const lines = [...page.lines];
  while (lines.length < count && page.next !== null) {
    const limit = Math.min(count - lines.length, maxAtOnce);
    page = await call('history.list', { workspace, only, limit, before: page.next });
    lines.push(...page.lines);
  }
  return { ...page, lines };
}
