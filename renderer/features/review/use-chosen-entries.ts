import { useDeferredValue, useMemo } from 'react';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import { measureOfWeighed, weightOfAll } from '#shared/entries/measure.ts';
import { useContextStore } from '../../api/context-store.ts';
import { entryIn } from '../../api/entry-index.ts';
import { useReview } from './review-store.ts';

const none: readonly EntryView[] = [];

/** The chosen entries. Finding and adding up very many takes a moment, so the rows are marked first. */
export function useChosenEntries(): readonly EntryView[] {
  const chosen = useDeferredValue(useReview((state) => state.selected));
  const context = useContextStore();
  const entries = context.kind === 'ready' ? context.entries : none;
  return useMemo(() => [...chosen].flatMap((id) => entryIn(entries, id) ?? []), [chosen, entries]);
}

export function takenBy(entries: readonly EntryView[], { total, weight, measure }: ContextSummary['tokens']) {
  const after = measureOfWeighed(measure).tokensOf(weight - weightOfAll(entries));
  return { size: total - after, after };
}
