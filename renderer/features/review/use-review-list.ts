import { useDeferredValue, useMemo } from 'react';
import type { EntryView, OtherLine } from '#shared/contract/features/memory.ts';
import type { TopicView } from '#shared/contract/features/topics.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import type { ReadyContext } from '../../api/context-store.ts';
import { withEdited } from './editing.ts';
import { filtersFor, sortFor } from './filters.ts';
import { groupFor } from './grouping.ts';
import type { LayoutInput } from './list-layout.ts';
import { type ReviewList, workOutList } from './review-list.ts';
import { useReview } from './review-store.ts';
import { typeInWords } from './topics/topic-words.ts';
import { useTopics } from './topics/topics-store.ts';

export type ShownList = ReviewList & {
  /** False while a search is being computed. */
  readonly isCurrent: boolean;
};

/** Content of Review. No key waits for a search: the previous list is shown until then. */
export function useReviewList(context: ReadyContext): ShownList {
  const { reviewFilters, reviewSort, reviewGroup, foldedGroups } = useApp((state) => state.preferences);
  const typed = useReview((state) => state.query);
  const editing = useReview((state) => state.editing);
  const queue = useReview((state) => state.triage?.queue ?? null);
  const topicType = useReview((state) => state.topicType);
  const about = useReview((state) => state.about);
  const query = useDeferredValue(typed);
  const byFile = useTopics((state) => state.byFile);
  const { capabilities } = context.summary;
  const { severalFiles } = capabilities;
  const input = {
    context,
    entries: useMemo(() => withEdited(context.entries, editing), [context.entries, editing]),
    otherLines: useOtherLines(context),
    query,
    filters: useMemo(() => filtersFor(reviewFilters, capabilities), [reviewFilters, capabilities]),
    sort: sortFor(reviewSort, capabilities),
    group: groupFor(reviewGroup, capabilities),
    typeOf: useMemo(
      () => (severalFiles ? (entry: EntryView) => typeNameIn(byFile, entry) : null),
      [severalFiles, byFile],
    ),
    files: useMemo(() => (topicType === null ? null : filesOfType(byFile, topicType)), [topicType, byFile]),
    about,
    queue,
    editedId: editing?.id ?? null,
    foldedGroups,
    archive: useArchiveMatches(context.workspace, capabilities.archive),
  };
  const isCurrent = query === typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the parts of the input.
  return useMemo(() => ({ ...workOutList(input), isCurrent }), [...Object.values(input), isCurrent]);
}

const filesOfType = (byFile: ReadonlyMap<string, TopicView>, type: string): ReadonlySet<string> =>
  new Set([...byFile.values()].filter((topic) => topic.type === type).map(({ file }) => file));

function typeNameIn(byFile: ReadonlyMap<string, TopicView>, { topic }: EntryView): string | null {
  const type = topic === undefined ? null : (byFile.get(topic)?.type ?? null);
  return type === null ? null : typeInWords(type);
}

const page = 1000;

/** Lines of the file that are not entries. The summary has the first of them; any others are loaded. */
function useOtherLines({ workspace, revision, summary }: ReadyContext): readonly OtherLine[] {
  const { otherLines: first, otherLineCount: total } = summary;
  const isMore = total > first.length;
  const reason = isMore ? `${workspace} ${revision}` : null;
  const { answer } = useAsked(reason, async (options) => {
    const lines = [...first];
    while (lines.length < total) {
      const { lines: further } = await call(
        'context.otherLines',
        { workspace, revision, offset: lines.length, limit: page },
        options,
      );
      if (further.length === 0) {
        break;
      }
      lines.push(...further);
    }
    return { workspace, lines };
  });
  // Keep the lines loaded last until more arrive, except for the beginning, which is known.
  return useMemo(
    () => (isMore && answer?.workspace === workspace ? [...first, ...answer.lines.slice(first.length, total)] : first),
    [isMore, answer, workspace, first, total],
  );
}

const pause = 150;
const maxShown = 25;

/** Searches the archive too, a moment after the last key. */
function useArchiveMatches(workspace: string, hasArchive: boolean): LayoutInput['archive'] {
  const query = useReview((state) => (hasArchive ? state.query.trim() : ''));
  const [turn] = useTurns(workspace, ['archive.changed']);
  const { answer, problem } = useAsked<LayoutInput['archive']>(
    JSON.stringify([workspace, query, turn]),
    async (options) => (query === '' ? null : call('archive.entries', { workspace, query, limit: maxShown }, options)),
    query === '' || turn > 0 ? 0 : pause,
  );
  // The list's own results stay valid; a search that fails here fails in the archive too, which reports it.
  return problem ? null : answer;
}
