import { ChartColumn, Plus, Replace } from 'lucide-react';
import type { RefObject } from 'react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import { type MeasureName, unitInWords } from '#shared/entries/measure.ts';
import { useApp } from '../../api/app-store.ts';
import { useMeasure } from '../../api/context-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { countInWords } from '../../wording/counts.ts';
import { AboutChoice } from './about-choice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { filtersFor, offersSort, type Sort, sortFor } from './filters.ts';
import { groupFor, groupsFor } from './grouping.ts';
import type { ReviewList } from './review-list.ts';
import { ReviewSearch } from './review-search.tsx';
import { goToRow, groupBy, openDialog, showLearned, sortBy } from './review-store.ts';
import styles from './review-toolbar.module.css';
import { TypeChips } from './topics/type-chips.tsx';
import { useSearchWords } from './use-search-words.ts';

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
  list: ReviewList;
  total: number;
  marked: number;
  /** Set while going through changes: there is nothing to narrow or to sort. */
  calm: boolean;
  capabilities: Capabilities;
  writable: boolean;
  searchField: RefObject<HTMLInputElement | null>;
}>;

export function ReviewToolbar({ list, total, marked, calm, capabilities, writable, searchField }: ReviewToolbarProps) {
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
