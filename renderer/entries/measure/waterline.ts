import { create } from 'zustand';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { collectLeaving, leavingNext, roomIn } from '#shared/entries/archive-plan.ts';
import { type ContextState, type ReadyContext, useContextStore } from '../../api/context-store.ts';
import { eachOf, inSlices, remembering, type Sliced } from '../../ui/sliced.ts';
import { fullnessOf } from './fullness.ts';

/** Entries that leave next when space is needed, and the order in which all others would follow. */
export type Waterline = {
  /** Entries the size rule may archive, in the order they leave. */
  readonly order: readonly EntryView[];
  /** Rank from 1 of the entries past the line, by id. */
  readonly ranks: ReadonlyMap<string, number>;
  /** True if it is near enough to be worth a mark on each entry past it. */
  readonly near: boolean;
};

type Of = Pick<ReadyContext, 'entries' | 'summary'>;

const once = remembering<Waterline>();

/** Computed once for each state of the context, since several parts of the page show it. */
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

/** Waterline of the context; with very many entries, the previous one until the new one is computed. */
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

// Subscribed before any part of the page, so that an immediate result arrives together with the context.
useContextStore.subscribe(follow);
follow(useContextStore.getState());
