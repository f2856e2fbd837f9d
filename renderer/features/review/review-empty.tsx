import type { Capabilities } from '#shared/contract/features/memory.ts';
import { useApp } from '../../api/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { anyFilter, filtersFor, noFilters } from './filters.ts';
import { filterBy, openDialog, search, useReview } from './review-store.ts';

type ReviewEmptyProps = Readonly<{ total: number; capabilities: Capabilities; writable: boolean }>;

/** Nothing to show: because nothing was learned yet, or because nothing matches. */
export function ReviewEmpty({ total, capabilities, writable }: ReviewEmptyProps) {
  const query = useReview((state) => state.query);
  const filtered = useApp((state) => anyFilter(filtersFor(state.preferences.reviewFilters, capabilities)));
  if (total === 0 && query === '' && !filtered) {
    return (
      <EmptyState
        title="Nothing learned yet"
        action={
          writable && (
            <Button look="primary" onClick={() => openDialog({ kind: 'add' })}>
              Add the first entry
            </Button>
          )
        }
      >
        What your assistant learns about you appears here as soon as it writes it, for you to correct and keep.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing matches"
      action={
        <Button
          onClick={() => {
            search('');
            filterBy(noFilters);
          }}
        >
          Show everything
        </Button>
      }
    >
      No entry matches {query === '' ? 'these filters' : `“${query}”`}
      {query !== '' && filtered ? ' with these filters' : ''}.
    </EmptyState>
  );
}
