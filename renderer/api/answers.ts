import { useEffect, useReducer, useState } from 'react';
import type { EventData, EventName, MethodName, Params, Result } from '#shared/contract/contract.ts';
import { call, on } from './connection.ts';
import { type Problem, problemOf } from './problem.ts';

/** What was answered last, and what went wrong since; null for none. */
type Answer<T> = { readonly answer: T | null; readonly problem: Problem | null };

/** Asks again for each new reason; null asks nothing. The last answer stands meanwhile; an overtaken one is dropped. */
export function useAsked<T>(reason: string | null, ask: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<Answer<T>>({ answer: null, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason says when to ask again.
  useEffect(() => {
    if (reason === null) {
      return;
    }
    let current = true;
    ask()
      .then((answer) => current && setState({ answer, problem: null }))
      .catch((error: unknown) => current && setState(({ answer }) => ({ answer, problem: problemOf(error) })));
    return () => {
      current = false;
    };
  }, [reason]);
  return state;
}

/** What the engine answers to a call; asked again for other parameters, and with each turn. */
export function useAnswer<N extends MethodName>(method: N, params: Params<N>, turn = 0): Answer<Result<N>> {
  return useAsked(JSON.stringify([method, params, turn]), () => call(method, params));
}

/** The events that are about one workspace. */
type WorkspaceEvent = {
  [N in EventName]: EventData<N> extends { readonly workspace: string } ? N : never;
}[EventName];

/** Listens to what happens in one workspace. Returns the unsubscribe. */
export function onIn<N extends WorkspaceEvent>(
  workspace: string,
  names: readonly N[],
  listener: (data: EventData<N>) => void,
): () => void {
  const offs = names.map((name) => on(name, (data) => data.workspace === workspace && listener(data)));
  return () => {
    for (const off of offs) {
      off();
    }
  };
}

/** Counts how often something happened in a workspace, so that it can be a reason to ask again; and a way to ask anyhow. */
export function useTurns<N extends WorkspaceEvent>(
  workspace: string,
  names: readonly N[],
): readonly [number, () => void] {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => onIn(workspace, names, () => again()), [workspace, names]);
  return [turn, again];
}
