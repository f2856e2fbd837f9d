import { create } from 'zustand';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { leavingNext, leavingOrder, roomIn } from '#shared/entries/archive-plan.ts';
import { type ContextState, type ReadyContext, useContextStore } from '../../api/context-store.ts';
import { remembering } from '../../ui/remembering.ts';
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
export function workOutWaterline({ entries, summary }: Of): Waterline {
  return once([entries, summary], () => workOut({ entries, summary }));
}

function workOut({ entries, summary }: Of): Waterline {
  const { today, frontmatter, tokens } = summary;
  const order = leavingOrder(entries, today, frontmatter.lastUpdated);
  const next = leavingNext(order, roomIn(tokens));
  const ranks = new Map(next.map(({ id }, index) => [id, index + 1]));
  return { order, ranks, near: fullnessOf(tokens.total, tokens.limit) !== 'roomy' };
}

export const useWaterline = create<Waterline>(() => ({ order: [], ranks: new Map(), near: false }));

function follow(context: ContextState): void {
  useWaterline.setState(context.kind === 'ready' ? workOutWaterline(context) : useWaterline.getInitialState(), true);
}

// Subscribed before any part of the page, so that it arrives together with the context.
useContextStore.subscribe(follow);
follow(useContextStore.getState());
