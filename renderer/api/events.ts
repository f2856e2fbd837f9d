import { useEffect, useReducer } from 'react';
import type { EventName } from '#shared/contract/contract.ts';
import { onIn } from './answers.ts';
import { on } from './connection.ts';

/** One function that calls all of them, such as the unsubscribes of several events. */
export const callAll =
  (...offs: readonly (() => void)[]) =>
  (): void => {
    for (const off of offs) {
      off();
    }
  };

/** Counts how often something happened anywhere, so that it can be a reason to ask again; and a way to ask anyhow. */
export function useEventTurns(...names: readonly EventName[]): readonly [number, () => void] {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a component always names the same.
  useEffect(() => callAll(...names.map((name) => on(name, again))), []);
  return [turn, again];
}

type Followed = {
  /** Events after which it is read again, once there are no more of them for a moment. */
  readonly soon: Parameters<typeof onIn>[1];
  /** Events after which it is read again at once. */
  readonly now: Parameters<typeof onIn>[1];
  readonly read: (workspace: string) => Promise<void>;
  readonly forget: () => void;
};

/** Milliseconds without changes before it is read again. */
const rest = 150;

/** Keeps something in step with a workspace, from when the page is idle. Pass the same object each time. */
export function useFollowWhenIdle(workspace: string, followed: Followed): void {
  useEffect(() => {
    const { soon, now, read, forget } = followed;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const idle = requestIdleCallback(() => void read(workspace), { timeout: 5000 });
    const readSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(workspace), rest);
    };
    const off = callAll(
      onIn(workspace, soon, readSoon),
      onIn(workspace, now, () => void read(workspace)),
    );
    return () => {
      cancelIdleCallback(idle);
      clearTimeout(timer);
      off();
      forget();
    };
  }, [workspace, followed]);
}
