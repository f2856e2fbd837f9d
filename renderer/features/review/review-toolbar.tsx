import { ChartColumn, Plus, Replace } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type MeasureName, unitInWords } from '#shared/entries/measure.ts';
import { foldedName, subjectsOf } from '#shared/entries/subjects.ts';
import { useApp } from '../../api/app-store.ts';
import { type ReadyContext, useContextStore, useMeasure } from '../../api/context-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Select } from '../../ui/field.tsx';
import { countInWords } from '../../wording/counts.ts';
import { FilterChips } from './filter-chips.tsx';
import { filtersFor, offersSort, type Sort, sortFor } from './filters.ts';
import { groupFor, groupsFor } from './grouping.ts';
import type { ReviewList } from './review-list.ts';
import { ReviewSearch, useSearchWords } from './review-search.tsx';
import {
  goToRow,
  groupBy,
  openDialog,
  showAboutOnly,
  showLearned,
  showType,
  sortBy,
  useReview,
} from './review-store.ts';
import styles from './review-toolbar.module.css';
import { typeInWords } from './topics/topic-words.ts';
import { useTopics } from './topics/topics-store.ts';
import { markedIn } from './triage.ts';

/** @param isSearching then the best match comes first, if no other order was chosen */
const sortsBy = (
  measure: MeasureName,
  isSearching: boolean,
): readonly { readonly value: Sort; readonly label: string }[] => [
  { value: 'file', label: isSearching ? 'Best match' : 'File order' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'leaving', label: 'Leaving next' },
  { value: 'tokens', label: `Most ${unitInWords(measure, 2)}` },
  { value: 'name', label: 'Name' },
];

type ReviewToolbarProps = Readonly<{
  context: ReadyContext;
  list: ReviewList;
  /** Set while going through changes: there is nothing to narrow or to sort. */
  calm: boolean;
  writable: boolean;
  searchField: RefObject<HTMLInputElement | null>;
}>;

export function ReviewToolbar({ context, list, calm, writable, searchField }: ReviewToolbarProps) {
  const { capabilities } = context.summary;
  const total = context.entries.length;
  const marked = markedIn(context.summary);
  const { name } = useMeasure();
  const { reviewSort, reviewGroup, reviewChart = 'none', reviewFilters } = useApp((state) => state.preferences);
  const isChartOpen = reviewChart !== 'none';
  const filters = filtersFor(reviewFilters, capabilities);
  const sort = sortFor(reviewSort, capabilities);
  const isSearching = useSearchWords().length > 0;
  const options = sortsBy(name, isSearching).filter(({ value }) => offersSort(value, capabilities));
  const hasFilters =
    total > 0 && (capabilities.confidence || filters.pinned || (capabilities.archive && list.counts.pinned > 0));
  const orderChoice = (
    <>
      {/* Leaving order is one order over all groups. */}
      {sort !== 'leaving' && (
        <Select
          aria-label="Group"
          look="quiet"
          value={groupFor(reviewGroup, capabilities)}
          options={groupsFor(capabilities)}
          onChange={groupBy}
        />
      )}
      <Select aria-label="Sort by" look="quiet" value={sort} options={options} onChange={sortBy} />
      {capabilities.dates && (
        <IconButton
          name="What was learned"
          aria-pressed={isChartOpen}
          onClick={() => showLearned(isChartOpen ? 'none' : 'week')}
        >
          <ChartColumn aria-hidden />
        </IconButton>
      )}
      {writable && (
        <IconButton
          name="Find and replace"
          onClick={() =>
            openDialog({
              kind: 'replace',
              entries: list.order.flatMap((id) => list.byId.get(id) ?? []),
              of: 'shown',
            })
          }
        >
          <Replace aria-hidden />
        </IconButton>
      )}
    </>
  );
  const narrowed = !calm && list.narrowed;
  return (
    <div className="stack-2 toolbar">
      <div className="row">
        <ReviewSearch
          ref={searchField}
          result={narrowed ? `${countInWords(list.shown)} of ${countInWords(total)}` : null}
          onDown={() => goToRow(list.order[0])}
        />
        {writable && (
          <Button onClick={() => openDialog({ kind: 'add' })}>
            <Plus aria-hidden />
            Add
          </Button>
        )}
      </div>
      {!calm && capabilities.severalFiles && <TypeChips />}
      {!calm && (total > 0 || marked > 0 || filters.marks) && (
        <div className="row wrap">
          {(marked > 0 || filters.marks || hasFilters) && (
            <FilterChips filters={filters} counts={list.counts} marked={marked} capabilities={capabilities} />
          )}
          {total > 0 && (
            <div className={styles['choices']}>
              <AboutChoice />
              {orderChoice}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

const everything = 'all';
const anyoneElse = 'others';
const optionOf = (name: string): string => `name ${name}`;

const useEntries = (): readonly EntryView[] | null =>
  useContextStore((context) => (context.kind === 'ready' ? context.entries : null));

function AboutChoice() {
  const chosen = useReview((state) => state.about);
  const entries = useEntries();
  const subjects = useMemo(() => subjectsOf(entries ?? []), [entries]);
  if (subjects.length === 0 && chosen === null) {
    return null;
  }
  const isGone = chosen?.name != null && !subjects.some(({ name }) => foldedName(name) === chosen.name);
  const others = subjects.reduce((sum, { entries }) => sum + entries, 0);
  const options = [
    { value: everything, label: 'About anyone' },
    { value: anyoneElse, label: `About others (${others})` },
    ...subjects.map(({ name, entries }) => ({ value: optionOf(foldedName(name)), label: `${name} (${entries})` })),
    ...(isGone ? [{ value: optionOf(chosen.name), label: `${chosen.name} (0)` }] : []),
  ];
  return (
    <Select
      aria-label="About"
      look="quiet"
      value={chosen === null ? everything : chosen.name === null ? anyoneElse : optionOf(chosen.name)}
      options={options}
      onChange={(value) =>
        showAboutOnly(
          value === everything ? null : { name: value === anyoneElse ? null : value.slice(optionOf('').length) },
        )
      }
    />
  );
}

function TypeChips() {
  const chosen = useReview((state) => state.topicType);
  const entries = useEntries();
  const byFile = useTopics((state) => state.byFile);
  const counts = useMemo(() => {
    const byType = new Map<string, number>();
    for (const { topic } of entries ?? []) {
      const type = topic === undefined ? null : (byFile.get(topic)?.type ?? null);
      if (type !== null) {
        byType.set(type, (byType.get(type) ?? 0) + 1);
      }
    }
    return byType;
  }, [entries, byFile]);
  const types = [...new Set([...counts.keys(), ...(chosen === null ? [] : [chosen])])].sort();
  if (types.length < 2 && chosen === null) {
    return null;
  }
  return (
    <div className="wrap-close" role="group" aria-label="Types">
      {types.map((type) => (
        <Chip
          key={type}
          count={counts.get(type) ?? 0}
          pressed={type === chosen}
          onPress={() => showType(type === chosen ? null : type)}
        >
          {typeInWords(type)}
        </Chip>
      ))}
    </div>
  );
}
