import { create } from 'zustand';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { collectLeaving, leavingNext, roomIn } from '#shared/entries/archive-plan.ts';
import { type ContextState, type ReadyContext, useContextStore } from '../../api/context-store.ts';
import { eachOf, inSlices, remembering, type Sliced } from '../../ui/sliced.ts';
import { fullnessOf } from './fullness.ts';

/** What leaves next when space is needed, and in which order everything else would follow. */
export type Waterline = {
  /** All entries the size rule may archive, in the order they leave. */
  readonly order: readonly EntryView[];
  /** Rank from 1 of the entries past the line, by id. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Whether it is near enough to be worth a mark on each entry past it. */
  readonly near: boolean;
};

type Of = Pick<ReadyContext, 'entries' | 'summary'>;

const once = remembering<Waterline>();

/** Several parts of the page show it, so it is worked out once for each state of the context. */
export function workOutWaterline({ entries, summary }: Of): Sliced<Waterline> {
  return once([entries, summary], () => workOut({ entries, summary }));
}

function* workOut({ entries, summary }: Of): Sliced<Waterline> {
  const { today, frontmatter, tokens } = summary;
  const { add, inOrder } = collectLeaving<EntryView>(today, frontmatter.lastUpdated);
  yield* eachOf(entries, add);
  const order = inOrder();
  yield;
  const next = leavingNext(order, roomIn(tokens));
  const ranks = new Map<string, number>();
  yield* eachOf(next, ({ id }) => ranks.set(id, ranks.size + 1));
  return { order, ranks, near: fullnessOf(tokens.total, tokens.limit) !== 'roomy' };
}

/** The waterline of the context; among very many entries that of a moment ago, until the new one is worked out. */
export const useWaterline = create<Waterline>(() => ({ order: [], ranks: new Map(), near: false }));

let leave = (): void => undefined;

function follow(context: ContextState): void {
  leave();
  if (context.kind === 'ready') {
    leave = inSlices(workOutWaterline(context), (waterline) => useWaterline.setState(waterline, true));
  } else {
    useWaterline.setState(useWaterline.getInitialState(), true);
  }
}

// Before any part of the page hears of the context, so that what is worked out at once is there with it.
useContextStore.subscribe(follow);
follow(useContextStore.getState());
