import { Popover } from '@base-ui/react/popover';
import { ListFilter } from 'lucide-react';
import type { Capabilities } from '#shared/contract/features/memory.ts';
import { categories, confidences } from '#shared/entries/entry.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import menu from '../../ui/menu.module.css';
import { type CategoryOrUnsorted, confidenceNames, sectionNames } from '../../wording/names.ts';
import styles from './filter-chips.module.css';
import {
  type AgeBand,
  anyFilter,
  type FilterCounts,
  type Filters,
  noFilters,
  offersFilter,
  type SourceKind,
} from './filters.ts';
import { filterBy } from './review-store.ts';

type FilterChipsProps = Readonly<{
  /** The filters that are on. */
  filters: Filters;
  counts: FilterCounts;
  /** Entries marked new or changed, whatever is searched for. */
  marked: number;
  capabilities: Capabilities;
}>;

const shownCategories: readonly CategoryOrUnsorted[] = [...categories, 'unsorted'];
const sources: Readonly<Record<SourceKind, string>> = {
  corrected: 'Corrected by you',
  assistant: 'From the assistant',
  unknown: 'Source unknown',
};
const ages: Readonly<Record<AgeBand, string>> = {
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
  older: 'Older',
};

const inPopover = ['categories', 'sources', 'age', 'pinned'] as const;

/** How sure is always there; the other filters open beside it, and stand here once they are on. */
export function FilterChips({ filters, counts, marked, capabilities }: FilterChipsProps) {
  return (
    <div className={styles['chips']} role="group" aria-label="Filters">
      {offersFilter('confidences', capabilities) &&
        confidences.map((confidence) => (
          <Chip
            key={confidence}
            count={counts.confidences[confidence]}
            pressed={filters.confidences.includes(confidence)}
            onPress={() => filterBy({ ...filters, confidences: toggled(filters.confidences, confidence) })}
          >
            {confidenceNames[confidence]}
          </Chip>
        ))}
      {(marked > 0 || filters.marks) && (
        <Chip
          count={counts.marks}
          pressed={filters.marks}
          onPress={() => filterBy({ ...filters, marks: !filters.marks })}
        >
          New or changed
        </Chip>
      )}
      {inPopover.some((facet) => offersFilter(facet, capabilities)) && (
        <>
          <ActiveFilters filters={filters} counts={counts} />
          <Popover.Root>
            <Popover.Trigger render={<Button look="quiet" title="Filter" className={styles['more'] ?? ''} />}>
              <ListFilter aria-hidden />
              <span className={styles['moreWord']}>Filter</span>
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner className={menu['positioner'] ?? ''} align="start" sideOffset={4}>
                <Popover.Popup className={classNames(menu['popup'], menu['popover'])}>
                  <Popover.Title className={styles['popoverTitle'] ?? ''}>Filter</Popover.Title>
                  <FilterGroups filters={filters} counts={counts} capabilities={capabilities} />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        </>
      )}
      <Button
        look="link"
        aria-label="Clear filters"
        className={styles['clear'] ?? ''}
        disabled={!anyFilter(filters)}
        onClick={({ currentTarget }) => {
          // This button can't be pressed again now.
          currentTarget.parentElement?.querySelector('button')?.focus();
          filterBy(noFilters);
        }}
      >
        Clear
      </Button>
    </div>
  );
}

/** Filters from the popover that are on, so that nothing narrows the list unseen. */
function ActiveFilters({ filters, counts }: Readonly<{ filters: Filters; counts: FilterCounts }>) {
  const { age } = filters;
  return (
    <>
      {filters.categories.map((category) => (
        <Chip
          key={category}
          pressed
          count={counts.categories[category]}
          onPress={() => filterBy({ ...filters, categories: toggled(filters.categories, category) })}
        >
          {sectionNames[category]}
        </Chip>
      ))}
      {filters.sources.map((source) => (
        <Chip
          key={source}
          pressed
          count={counts.sources[source]}
          onPress={() => filterBy({ ...filters, sources: toggled(filters.sources, source) })}
        >
          {sources[source]}
        </Chip>
      ))}
      {age && (
        <Chip pressed count={counts.ages[age]} onPress={() => filterBy({ ...filters, age: null })}>
          {ages[age]}
        </Chip>
      )}
      {filters.pinned && (
        <Chip pressed count={counts.pinned} onPress={() => filterBy({ ...filters, pinned: false })}>
          Pinned
        </Chip>
      )}
    </>
  );
}

function FilterGroups({ filters, counts, capabilities }: Readonly<Omit<FilterChipsProps, 'marked'>>) {
  return (
    <div className={styles['groups']}>
      {offersFilter('categories', capabilities) && (
        <fieldset>
          <legend>Section</legend>
          {shownCategories.map((category) => (
            <Chip
              key={category}
              count={counts.categories[category]}
              pressed={filters.categories.includes(category)}
              onPress={() => filterBy({ ...filters, categories: toggled(filters.categories, category) })}
            >
              {sectionNames[category]}
            </Chip>
          ))}
        </fieldset>
      )}
      {offersFilter('sources', capabilities) && (
        <fieldset>
          <legend>Where it came from</legend>
          {(['corrected', 'assistant', 'unknown'] as const).map((source) => (
            <Chip
              key={source}
              count={counts.sources[source]}
              pressed={filters.sources.includes(source)}
              onPress={() => filterBy({ ...filters, sources: toggled(filters.sources, source) })}
            >
              {sources[source]}
            </Chip>
          ))}
        </fieldset>
      )}
      {offersFilter('age', capabilities) && (
        <fieldset>
          <legend>Learned</legend>
          {(['week', 'month', 'year', 'older'] as const).map((age) => (
            <Chip
              key={age}
              count={counts.ages[age]}
              pressed={filters.age === age}
              onPress={() => filterBy({ ...filters, age: filters.age === age ? null : age })}
            >
              {ages[age]}
            </Chip>
          ))}
        </fieldset>
      )}
      {offersFilter('pinned', capabilities) && (
        <fieldset>
          <legend>Kept</legend>
          <Chip
            count={counts.pinned}
            pressed={filters.pinned}
            onPress={() => filterBy({ ...filters, pinned: !filters.pinned })}
          >
            Pinned
          </Chip>
        </fieldset>
      )}
    </div>
  );
}
