import { useEffect } from 'react';
import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { TwinsView } from '#shared/contract/features/twins.ts';
import { onIn } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type TwinsState = {
  /** First twins; those the person has called right come last. */
  readonly twins: readonly TwinsView[];
  /** Number of all twins the person has not called right. */
  readonly open: number;
};

const nothing: TwinsState = { twins: [], open: 0 };

/** Entries of the memory that may be duplicates. */
export const useTwins = create<TwinsState>(() => nothing);

/** Counts reads, so that an overtaken read's answer is dropped. */
let reading = 0;

async function read(workspace: string): Promise<void> {
  const turn = ++reading;
  try {
    const { twins, open } = await call('twins.list', { workspace });
    if (turn === reading) {
      useTwins.setState({ twins, open });
    }
  } catch {
    // A memory that can't be read reports that itself.
  }
}

/** Milliseconds without changes before the memory is checked. */
const rest = 150;

/** Keeps the duplicates in step with the engine, once the page is idle. */
export function useFollowTwins(workspace: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const idle = requestIdleCallback(() => void read(workspace), { timeout: 5000 });
    const offs = [
      onIn(workspace, ['context.changed'], () => {
        clearTimeout(timer);
        timer = setTimeout(() => void read(workspace), rest);
      }),
      onIn(workspace, ['twins.changed', 'erase.done'], () => void read(workspace)),
    ];
    return () => {
      reading++;
      cancelIdleCallback(idle);
      clearTimeout(timer);
      for (const off of offs) {
        off();
      }
      useTwins.setState(nothing, true);
    };
  }, [workspace]);
}

/** Answers twins, and offers to undo that if it changed something. */
export async function settle(
  workspace: string,
  { id }: TwinsView,
  answer: Params<'twins.settle'>['answer'],
): Promise<void> {
  try {
    tellDone(workspace, await call('twins.settle', { workspace, id, answer }));
  } catch (error) {
    sayProblem(problemOf(error));
  }
  await read(workspace);
}
