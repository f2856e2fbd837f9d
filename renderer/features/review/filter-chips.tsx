import type { ReactNode } from 'react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import { loadPart } from '../../api/connection.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { drawnLater } from '../../ui/later.tsx';
import { confidenceNames, sectionLabels } from '../../wording/names.ts';
import { FilterButton } from './filter-button.tsx';
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
  filters: Filters;
  counts: FilterCounts;
  /** Number of entries marked new or changed, whatever the search. */
  marked: number;
  capabilities: Capabilities;
}>;

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

const inPopover = {
  categories: 'Section',
  sources: 'Where it came from',
  age: 'Learned',
  pinned: 'Pinned',
} as const satisfies Partial<Record<keyof Filters, string>>;
const facetsInPopover = Object.keys(inPopover) as (keyof typeof inPopover)[];

type Choice = {
  readonly name: string;
  readonly count: number;
  /** Its index among the chosen values of this filter; -1 if not chosen. */
  readonly at: number;
  readonly pressed: Filters;
};

function choicesOf(filters: Filters, counts: FilterCounts): Readonly<Record<keyof Filters, readonly Choice[]>> {
  const some = <T extends string>(
    names: Readonly<Record<T, string>>,
    countOf: Readonly<Record<T, number>>,
    chosen: readonly T[],
    change: (chosen: T[]) => Partial<Filters>,
  ): Choice[] =>
    (Object.keys(names) as T[]).map((choice) => ({
      name: names[choice],
      count: countOf[choice],
      at: chosen.indexOf(choice),
      pressed: { ...filters, ...change(toggled(chosen, choice)) },
    }));
  const single = (name: string, count: number, isOn: boolean, change: Partial<Filters>): Choice => ({
    name,
    count,
    at: isOn ? 0 : -1,
    pressed: { ...filters, ...change },
  });
  const { age, marks, pinned } = filters;
  return {
    categories: some(sectionLabels, counts.categories, filters.categories, (categories) => ({ categories })),
    confidences: some(confidenceNames, counts.confidences, filters.confidences, (confidences) => ({ confidences })),
    sources: some(sources, counts.sources, filters.sources, (chosen) => ({ sources: chosen })),
    age: (Object.keys(ages) as AgeBand[]).map((band) =>
      single(ages[band], counts.ages[band], age === band, { age: age === band ? null : band }),
    ),
    marks: [single('New or changed', counts.marks, marks, { marks: !marks })],
    pinned: [single('Pinned', counts.pinned, pinned, { pinned: !pinned })],
  };
}

const FilterPopover = drawnLater<{ readonly children: ReactNode }>(
  () => loadPart(() => import('./filter-popover.tsx')).then((module) => module.FilterPopover),
  ({ press }) => <FilterButton aria-haspopup="dialog" {...press} />,
);

/** Confidence is always shown; the other filters open beside it, and appear here once they are on. */
export function FilterChips({ filters, counts, marked, capabilities }: FilterChipsProps) {
  const choices = choicesOf(filters, counts);
  // Without confidence there are so few filters that none is hidden.
  const inside = capabilities.confidence ? facetsInPopover.filter((facet) => offersFilter(facet, capabilities)) : [];
  return (
    <div className={styles['chips']} role="group" aria-label="Filters">
      {offersFilter('confidences', capabilities) && <Chips of={choices.confidences} />}
      {(marked > 0 || filters.marks) && <Chips of={choices.marks} />}
      {!capabilities.confidence && offersFilter('pinned', capabilities) && (counts.pinned > 0 || filters.pinned) && (
        <Chips of={choices.pinned} />
      )}
      {inside.length > 0 && (
        <>
          {/* Active filters are shown, so that nothing narrows the list unseen. */}
          {facetsInPopover.map((facet) => (
            <Chips key={facet} of={choices[facet].filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)} />
          ))}
          <FilterPopover>
            {inside.map((facet) => (
              <fieldset key={facet} className="wrap-close">
                <legend className="detail below-2">{inPopover[facet]}</legend>
                <Chips of={choices[facet]} />
              </fieldset>
            ))}
          </FilterPopover>
        </>
      )}
      <Button
        look="link"
        aria-label="Clear filters"
        className={styles['clear'] ?? ''}
        disabled={!anyFilter(filters)}
        onClick={({ currentTarget }) => {
          // Pressing it disabled this button.
          currentTarget.parentElement?.querySelector('button')?.focus();
          filterBy(noFilters);
        }}
      >
        Clear
      </Button>
    </div>
  );
}

const Chips = ({ of }: Readonly<{ of: readonly Choice[] }>) =>
  of.map(({ name, count, at, pressed }) => (
    <Chip key={name} count={count} pressed={at >= 0} onPress={() => filterBy(pressed)}>
      {name}
    </Chip>
  ));
