import { useEffect } from 'react';
import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { TwinsView } from '#shared/contract/features/twins.ts';
import { onIn } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type TwinsState = {
  /** The first, those that are not right before the others. */
  readonly twins: readonly TwinsView[];
  /** How many of all are not right. */
  readonly open: number;
};

const nothing: TwinsState = { twins: [], open: 0 };

/** Entries of the memory that may be one. */
export const useTwins = create<TwinsState>(() => nothing);

/** Counts reads, so that the answer of one that was overtaken is dropped. */
let reading = 0;

async function read(workspace: string): Promise<void> {
  const turn = ++reading;
  try {
    const { twins, open } = await call('twins.list', { workspace });
    if (turn === reading) {
      useTwins.setState({ twins, open });
    }
  } catch {
    // Whatever keeps the memory from being read says so itself.
  }
}

/** How long the memory is to have been at rest, in milliseconds. */
const rest = 150;

/** Keeps in step with the engine what may be one, from when there is nothing else to do. */
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

/** Answers twins, and offers to undo that where it changed something. */
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
