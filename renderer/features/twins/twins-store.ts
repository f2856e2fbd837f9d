import { create } from 'zustand';
import type { Params } from '#shared/contract/contract.ts';
import type { TwinsView } from '#shared/contract/features/twins.ts';
import { call, problemOf } from '../../api/connection.ts';
import { createFollower } from '../../api/follower.ts';
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

const follower = createFollower({
  ask: (workspace) => call('twins.list', { workspace }),
  show: ({ twins, open }) => useTwins.setState({ twins, open }),
  events: ['twins.changed', 'erase.done'],
  unhurried: ['context.changed'],
  forget: () => useTwins.setState(nothing, true),
});

/** Keeps the duplicates in step with the engine, once the page is idle. */
export const useFollowTwins = follower.useFollow;

export async function settleTwins(workspace: string, { id }: TwinsView, answer: Params<'twins.settle'>['answer']) {
  try {
    tellDone(workspace, await call('twins.settle', { workspace, id, answer }));
  } catch (error) {
    sayProblem(problemOf(error));
  }
  await follower.read(workspace);
}
