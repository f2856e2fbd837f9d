import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { TwinsView } from '#shared/contract/features/twins.ts';
import { call, problemOf } from '../../api/connection.ts';
import { useFollowWhenIdle } from '../../api/events.ts';
import { sayProblem } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type TwinsState = {
  /** First twins; those the person has called right come last. */
  readonly twins: readonly TwinsView[];
  /** Number of all twins the person has not called right. */
  readonly open: number;
};

const nothing: TwinsState = { twins: [], open: 0 };

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

const followed = {
  soon: ['context.changed'],
  now: ['twins.changed', 'erase.done'],
  read,
  forget: (): void => {
    reading++;
    useTwins.setState(nothing, true);
  },
} as const;

export const useFollowTwins = (workspace: string): void => useFollowWhenIdle(workspace, followed);

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
