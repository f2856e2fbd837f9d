import { useDeferredValue, useMemo } from 'react';
import type { EntryView } from '#shared/contract/model.ts';
import { useApp } from '../../api/app-store.ts';
import { isOtherFormat, type ReadyContext } from '../../api/context-store.ts';
import { withEdited } from './editing.ts';
import { countFilters, type FilterCounts, filtersFor, matchesWords, passing, searchWords, sortFor } from './filters.ts';
import { type ListItem, layOutList } from './list-layout.ts';
import { useReview } from './review-store.ts';
import type { ArchiveMatches } from './use-archive-matches.ts';
import { useWaterline, type Waterline } from './waterline.ts';

/** Everything the Review list shows, worked out from the context and the person's choices. */
export type ReviewList = {
  readonly items: readonly ListItem[];
  /** Ids of the entries in the list, top to bottom. */
  readonly order: readonly string[];
  readonly byId: ReadonlyMap<string, EntryView>;
  readonly counts: FilterCounts;
  readonly shown: number;
  readonly waterline: Waterline;
};

export function useReviewList(context: ReadyContext, archive: ArchiveMatches): ReviewList {
  const { reviewFilters, reviewSort, foldedGroups } = useApp((state) => state.preferences);
  const query = useDeferredValue(useReview((state) => state.query));
  const editing = useReview((state) => state.editing);
  const queue = useReview((state) => state.triage?.queue ?? null);
  const { summary } = context;
  const otherFormat = isOtherFormat(summary);
  const filters = useMemo(() => filtersFor(reviewFilters, otherFormat), [reviewFilters, otherFormat]);
  const sort = sortFor(reviewSort, otherFormat);
  const entries = useMemo(() => withEdited(context.entries, editing), [context.entries, editing]);
  const editedId = editing?.id;
  const waterline = useWaterline();

  const found = useMemo(() => {
    const words = searchWords(query);
    return words.length === 0
      ? entries
      : entries.filter((entry) => entry.id === editedId || matchesWords(entry, words));
  }, [entries, query, editedId]);
  const counts = useMemo(() => countFilters(found, filters, summary.today), [found, filters, summary.today]);
  const shown = useMemo(
    // An open edit stays in sight even if the entry no longer passes.
    () => passing(found, filters, summary.today, editedId),
    [found, filters, summary.today, editedId],
  );
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries]);
  const narrowed = query.trim() !== '' || shown.length < found.length;
  const items = useMemo(() => {
    if (queue) {
      return queue.flatMap((id): ListItem[] => {
        const entry = byId.get(id);
        return entry ? [{ kind: 'entry', id, entry }] : [];
      });
    }
    return layOutList({
      entries: shown,
      sort,
      byHeading: otherFormat,
      lastUpdated: summary.frontmatter.lastUpdated ?? summary.today,
      leaving: waterline.order,
      nextCount: waterline.ranks.size,
      folded: new Set(foldedGroups),
      notUnderstood: narrowed ? [] : summary.notUnderstood,
      archived: archive.kind === 'found' ? archive : null,
    });
  }, [queue, byId, shown, sort, otherFormat, summary, waterline, foldedGroups, narrowed, archive]);
  const order = useMemo(() => items.flatMap((item) => (item.kind === 'entry' ? [item.id] : [])), [items]);
  return { items, order, byId, counts, shown: shown.length, waterline };
}
