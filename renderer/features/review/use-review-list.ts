import { useDeferredValue, useMemo } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { useApp } from '../../api/app-store.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { withEdited } from './editing.ts';
import { filtersFor, sortFor } from './filters.ts';
import { groupFor } from './grouping.ts';
import { type ReviewList, workOutList } from './review-list.ts';
import { useReview } from './review-store.ts';
import { typeInWords } from './topics/topic-words.ts';
import { useTopics } from './topics/topics-store.ts';
import type { ArchiveMatches } from './use-archive-matches.ts';
import { useOtherLines } from './use-other-lines.ts';

export type ShownList = ReviewList & {
  /** False while a search is being computed. */
  readonly current: boolean;
};

/** Content of Review. No key waits for a search: the previous list is shown until then. */
export function useReviewList(context: ReadyContext, archive: ArchiveMatches): ShownList {
  const { reviewFilters, reviewSort, reviewGroup, foldedGroups } = useApp((state) => state.preferences);
  const typed = useReview((state) => state.query);
  const query = useDeferredValue(typed);
  const editing = useReview((state) => state.editing);
  const queue = useReview((state) => state.triage?.queue ?? null);
  const type = useReview((state) => state.topicType);
  const about = useReview((state) => state.about);
  const byFile = useTopics((state) => state.byFile);
  const files = useMemo(
    () =>
      type === null
        ? null
        : new Set([...byFile.values()].filter((topic) => topic.type === type).map(({ file }) => file)),
    [type, byFile],
  );
  const { capabilities } = context.summary;
  const filters = useMemo(() => filtersFor(reviewFilters, capabilities), [reviewFilters, capabilities]);
  const sort = sortFor(reviewSort, capabilities);
  const group = groupFor(reviewGroup, capabilities);
  const { severalFiles } = capabilities;
  const typeOf = useMemo(
    () => (severalFiles ? (entry: EntryView) => typeNameIn(byFile, entry) : null),
    [severalFiles, byFile],
  );
  const entries = useMemo(() => withEdited(context.entries, editing), [context.entries, editing]);
  const otherLines = useOtherLines(context);
  const editedId = editing?.id ?? null;
  const list = useMemo(
    () =>
      workOutList({
        context,
        entries,
        otherLines,
        query,
        filters,
        sort,
        group,
        typeOf,
        files,
        about,
        queue,
        editedId,
        foldedGroups,
        archive,
      }),
    [
      context,
      entries,
      otherLines,
      query,
      filters,
      sort,
      group,
      typeOf,
      files,
      about,
      queue,
      editedId,
      foldedGroups,
      archive,
    ],
  );
  const current = query === typed;
  return useMemo(() => ({ ...list, current }), [list, current]);
}

/** Type name of the topic an entry leads to; null if it has none. */
function typeNameIn(byFile: ReadonlyMap<string, TopicView>, { topic }: EntryView): string | null {
  const type = topic === undefined ? null : (byFile.get(topic)?.type ?? null);
  return type === null ? null : typeInWords(type);
}
