import { useEffect, useReducer, useState } from 'react';
import type { EventData, EventName, MethodName, Params, Result } from '#shared/contract/contract.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, type Problem, problemOf } from './connection.ts';

/** Latest answer, and the problem since; null for none. */
type Answer<T> = { readonly answer: T | null; readonly problem: Problem | null };

/**
 * Asks again for each new reason; null asks nothing. The last answer stays meanwhile; an overtaken one is dropped.
 *
 * @param ask cancelled when it is overtaken, if it hands its options on
 * @param pause how long a reason has to stand, in milliseconds
 */
export function useAsked<T>(reason: string | null, ask: (options: CallOptions) => Promise<T>, pause = 0): Answer<T> {
  const [state, setState] = useState<Answer<T>>({ answer: null, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when to ask again.
  useEffect(() => {
    if (reason === null) {
      return;
    }
    let current = true;
    let cancel = (): void => undefined;
    const begin = (): void => {
      ask({ onStart: (stop) => (cancel = stop) })
        .then((answer) => current && setState({ answer, problem: null }))
        .catch((error: unknown) => current && setState(({ answer }) => ({ answer, problem: problemOf(error) })));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (pause === 0) {
      begin();
    } else {
      timer = setTimeout(begin, pause);
    }
    return () => {
      current = false;
      clearTimeout(timer);
      cancel();
    };
  }, [reason]);
  return state;
}

/** Runs what may fail: `busy` while it runs, and the problem it ended with until it is run again or forgotten. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt, forget: () => setProblem(null) };
}

/** Answer of the engine to a call, read again for other parameters and on each turn. */
export function useAnswer<N extends MethodName>(method: N, params: Params<N>, turn = 0): Answer<Result<N>> {
  return useAsked(JSON.stringify([method, params, turn]), () => call(method, params));
}

export type WorkspaceEvent = {
  [N in EventName]: EventData<N> extends { readonly workspace: string } ? N : never;
}[EventName];

/** Listens to what happens in one workspace. Returns the unsubscribe. */
export function onIn<N extends WorkspaceEvent>(
  workspace: string,
  names: readonly N[],
  listener: (data: EventData<N>) => void,
): () => void {
  return together(names.map((name) => on(name, (data) => data.workspace === workspace && listener(data))));
}

/** Counts how often something happened in a workspace, so that it can be a reason to ask again; and a way to ask anyhow. */
export function useTurns<N extends WorkspaceEvent>(
  workspace: string,
  names: readonly N[],
): readonly [number, () => void] {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a component always names the same.
  useEffect(() => onIn(workspace, names, () => again()), [workspace]);
  return [turn, again];
}

/** Counts how often something happened in any workspace, for the same use. */
export function useEventTurns(...names: readonly EventName[]): readonly [number, () => void] {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a component always names the same.
  useEffect(() => together(names.map((name) => on(name, again))), []);
  return [turn, again];
}
