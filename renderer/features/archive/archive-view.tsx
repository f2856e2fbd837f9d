import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { categories } from '#shared/entries/entry.ts';
import { assertNever } from '../../api/problem.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted, entriesInWords } from '../../wording/counts.ts';
import { sectionNames } from '../../wording/names.ts';
import { ArchiveActionBar } from './archive-action-bar.tsx';
import { layOutArchive } from './archive-layout.ts';
import { ArchiveList } from './archive-list.tsx';
import { filterArchive, focusArchiveCursor, searchArchive, showWholeArchive, useArchive } from './archive-store.ts';
import styles from './archive-view.module.css';
import { chooseAllArchived } from './choose-all.ts';
import { UnusableFiles } from './unusable-files.tsx';
import { useArchiveCommands } from './use-archive-commands.ts';
import { useUnusableFiles } from './use-archive-files.ts';
import { type ArchivePages, matchAt, type ReadyPages } from './use-archive-pages.ts';

const ArchiveChart = lazy(() => import('./archive-chart.tsx').then((module) => ({ default: module.ArchiveChart })));

type ArchiveViewProps = Readonly<{
  workspace: Workspace;
  pages: ArchivePages;
  need: (matches: readonly number[]) => void;
  reload: () => void;
}>;

/** What has left the context, by the day it left, to be browsed and brought back. */
export function ArchiveView({ workspace, pages, need, reload }: ArchiveViewProps) {
  const query = useArchive((state) => state.query);
  const filters = useArchive((state) => state.categories);
  const searchField = useRef<HTMLInputElement>(null);
  const period = useArchive((state) => state.period);
  const unusable = useUnusableFiles(workspace.id, pages.kind === 'ready' && pages.rest === null);
  const perFile = pages.kind === 'ready' ? pages.perFile : none;
  const layout = useMemo(() => layOutArchive(perFile), [perFile]);
  const narrowed = query.trim() !== '' || filters.length > 0 || period !== null;
  const known = useLastKnown(pages);
  const empty = pages.kind === 'ready' && pages.total === 0;
  const total = pages.kind === 'ready' ? pages.total : 0;
  useArchiveCommands({
    total,
    at: (match) => matchAt(pages, match),
    writable: workspace.writable,
    chooseAll: () => void chooseAllArchived(workspace.id),
    focusSearch: () => {
      searchField.current?.focus();
      searchField.current?.select();
    },
  });
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Archive</h1>
      <div className="stack-2 toolbar">
        <SearchField
          ref={searchField}
          label="Search the archive"
          value={query}
          onChange={searchArchive}
          result={known && sumInWords(known, narrowed)}
          onDown={() => {
            useArchive.setState({ cursor: 0, anchor: 0 });
            focusArchiveCursor();
          }}
        />
        {(!empty || narrowed) && (
          <div className={styles['chips']} role="group" aria-label="Filters">
            {categories.map((category) => (
              <Chip
                key={category}
                {...(known === null ? {} : { count: known.perCategory[category] })}
                pressed={filters.includes(category)}
                onPress={() => filterArchive(toggled(filters, category))}
              >
                {sectionNames[category]}
              </Chip>
            ))}
          </div>
        )}
      </div>
      {known && known.perMonth.length > 1 && (
        <Suspense fallback={<div className={styles['chart']} />}>
          <ArchiveChart months={known.perMonth} />
        </Suspense>
      )}
      <Body
        workspace={workspace}
        pages={pages}
        need={need}
        reload={reload}
        layout={layout}
        unusable={unusable}
        narrowed={narrowed}
      />
      {known?.rest && <Rest rest={known.rest} />}
      <ArchiveActionBar workspace={workspace.id} total={total} writable={workspace.writable} />
    </div>
  );
}

const none: readonly number[] = [];

/** What stands around the list. While others are on their way it stays as it was, so that nothing moves. */
function useLastKnown(pages: ArchivePages): ReadyPages | null {
  const [known, setKnown] = useState<ReadyPages | null>(null);
  if (pages.kind === 'ready' && pages !== known) {
    setKnown(pages);
  }
  return known;
}

function sumInWords({ total, perFile }: ReadyPages, narrowed: boolean): string | null {
  if (total === 0) {
    return narrowed ? 'nothing found' : null;
  }
  return `${entriesInWords(total)} in ${counted(perFile.length, 'archive', 'archives')}`;
}

/** The part of the archive that is not here yet. */
function Rest({ rest }: Readonly<{ rest: NonNullable<ReadyPages['rest']> }>) {
  return (
    <div className={styles['rest']}>
      {rest.stopped ? (
        <ProgressLine label="Stopped reading older archives" progress={rest.progress} />
      ) : (
        <ProgressLine label="Reading older archives" progress={rest.progress} onCancel={rest.stop} />
      )}
      {rest.stopped && <Button onClick={rest.goOn}>Go on</Button>}
    </div>
  );
}

type BodyProps = ArchiveViewProps &
  Readonly<{
    layout: ReturnType<typeof layOutArchive>;
    unusable: ReturnType<typeof useUnusableFiles>;
    narrowed: boolean;
  }>;

function Body({ workspace, pages, need, reload, layout, unusable, narrowed }: BodyProps) {
  switch (pages.kind) {
    case 'loading':
      return (
        <div className="scroller">
          {pages.takesLong ? (
            <ProgressLine label="Reading the archive" progress={pages.progress} onCancel={pages.cancel} />
          ) : (
            <Skeleton label="Reading the archive" />
          )}
        </div>
      );
    case 'failed':
      return (
        <div className="scroller">
          <EmptyState
            title={pages.problem.code === 'cancelled' ? 'Stopped' : 'The archive can’t be shown'}
            action={<Button onClick={reload}>Try again</Button>}
          >
            {pages.problem.code === 'cancelled' ? 'The archive was not read to the end.' : pages.problem.message}
          </EmptyState>
        </div>
      );
    case 'ready':
      return pages.total > 0 ? (
        <ArchiveList workspace={workspace} pages={pages} need={need} layout={layout} unusable={unusable} />
      ) : (
        <div className="scroller">
          <Nothing narrowed={narrowed} />
          {!narrowed && <UnusableFiles files={unusable} />}
        </div>
      );
    default:
      return assertNever(pages);
  }
}

function Nothing({ narrowed }: Readonly<{ narrowed: boolean }>) {
  if (!narrowed) {
    return (
      <EmptyState title="The archive is empty">
        When the memory grows past its limit, the oldest insights and patterns move here. What you archive by hand comes
        here too. Everything can be brought back.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing matches" action={<Button onClick={showWholeArchive}>Show everything</Button>}>
      Nothing in the archive matches this search.
    </EmptyState>
  );
}
