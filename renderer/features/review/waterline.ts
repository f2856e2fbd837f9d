import type { EntryView } from '#shared/contract/model.ts';
import { leavingNext, leavingOrder, roomIn } from '#shared/entries/archive-plan.ts';
import { type ContextState, useContextStore } from '../../api/context-store.ts';
import { fullnessOf } from '../gauge/fullness.ts';

/** What leaves next when space is needed, and in which order everything else would follow. */
export type Waterline = {
  /** All entries the size rule may archive, in the order they leave. */
  readonly order: readonly EntryView[];
  /** Rank from 1 of the entries past the line, by id. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Whether it is near enough to be worth a mark on each entry past it. */
  readonly near: boolean;
};

const none: Waterline = { order: [], ranks: new Map(), near: false };

let latest: { readonly context: ContextState; readonly waterline: Waterline } = {
  context: { kind: 'none' },
  waterline: none,
};

/** Several parts of the page show it, so it is worked out once for each state of the context. */
export function waterlineOf(context: ContextState): Waterline {
  if (latest.context !== context) {
    latest = { context, waterline: workOut(context) };
  }
  return latest.waterline;
}

function workOut(context: ContextState): Waterline {
  if (context.kind !== 'ready') {
    return none;
  }
  const { today, frontmatter, tokens } = context.summary;
  const order = leavingOrder(context.entries, today, frontmatter.lastUpdated);
  const next = leavingNext(order, roomIn(tokens));
  return {
    order,
    ranks: new Map(next.map((entry, index) => [entry.id, index + 1])),
    near: fullnessOf(tokens.total, tokens.limit) !== 'roomy',
  };
}

export function useWaterline(): Waterline {
  return waterlineOf(useContextStore());
}
