import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventName } from '#shared/contract/contract.ts';
import { on } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';

type ReadAgain<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly value: T };

type Followed = Extract<EventName, 'context.changed' | 'sources.changed' | 'settings.changed'>;
const followed: readonly Followed[] = ['context.changed', 'sources.changed', 'settings.changed'];

/** Something read from the engine, and read again whenever what it is made of changes; meanwhile it stays as it was. */
export function useReadAgain<T>(
  workspace: string,
  read: () => Promise<T>,
): { readonly state: ReadAgain<T>; readonly reload: () => void } {
  const [state, setState] = useState<ReadAgain<T>>({ kind: 'loading' });
  const turn = useRef(0);
  const reload = useCallback(() => {
    const mine = ++turn.current;
    read()
      .then((value) => mine === turn.current && setState({ kind: 'ready', value }))
      .catch((error: unknown) => {
        const problem = problemOf(error);
        if (mine === turn.current && problem.code !== 'disconnected') {
          setState({ kind: 'failed', problem });
        }
      });
  }, [read]);
  useEffect(() => {
    reload();
    const offs = followed.map((name) => on(name, (event) => event.workspace === workspace && reload()));
    return () => {
      turn.current++;
      for (const off of offs) {
        off();
      }
    };
  }, [workspace, reload]);
  return { state, reload };
}
