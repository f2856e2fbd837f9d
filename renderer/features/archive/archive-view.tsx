import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { categories } from '#shared/entries/entry.ts';
import { amountInWords, weightOfAll } from '#shared/entries/measure.ts';
import { archivedFirst } from '#shared/wording/rules.ts';
import { useAnswer, useTurns } from '../../api/answers.ts';
import { useCapabilities, useMeasure } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { toggled } from '../../entries/narrowing.ts';
import { SelectionBar } from '../../entries/selection-bar.tsx';
import { showArchivedWork } from '../../jumps.ts';
import { moveCursor } from '../../list/list-commands.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted, countInWords, entriesInWords } from '../../wording/counts.ts';
import { sectionLabels } from '../../wording/names.ts';
import { ArchiveInspector } from './archive-inspector.tsx';
import { ArchiveList, stopsOf, UnusableFiles } from './archive-list.tsx';
import {
  areNotes,
  chooseNone,
  deleteArchived,
  filterArchive,
  restoreEntries,
  searchArchive,
  selectedArchived,
  showWholeArchive,
  useArchive,
} from './archive-store.ts';
import styles from './archive-view.module.css';
import { asksToRestore } from './restore-plan.ts';
import { useArchiveCommands } from './use-archive-commands.ts';
import { useUnusableFiles } from './use-archive-files.ts';
import {
  type ArchivePages,
  chooseAllArchived,
  maxChosen,
  type ReadyPages,
  useArchivePages,
} from './use-archive-pages.ts';

const ArchiveChart = loadedPart(
  () => import('./archive-chart.tsx'),
  'ArchiveChart',
  <div className={styles['chart']} />,
);

export function ArchivePage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const read = useArchivePages(workspace.id);
  const { pages } = read;
  const query = useArchive((state) => state.query);
  const filters = useArchive((state) => state.categories);
  const searchField = useRef<HTMLInputElement>(null);
  const period = useArchive((state) => state.period);
  const unusable = useUnusableFiles(workspace.id, pages.kind === 'ready' && pages.rest === null);
  const hasSections = useCapabilities()?.sections ?? true;
  const isNarrowed = query.trim() !== '' || filters.length > 0 || period !== null;
  const lastPages = useLastPages(pages);
  const hasChart = lastPages !== null && lastPages.perMonth.length > 1;
  const isEmpty = pages.kind === 'ready' && pages.total === 0;
  const total = pages.kind === 'ready' ? pages.total : 0;
  useArchiveCommands({
    stops: stopsOf(pages),
    writable: workspace.writable,
    chooseAll: () => void chooseAllArchived(workspace.id),
    focusSearch: () => {
      searchField.current?.focus();
      searchField.current?.select();
    },
  });
  return (
    <>
      <div className="pane">
        <h1 className="visually-hidden">Archive</h1>
        <div className="stack-2 toolbar">
          <SearchField
            ref={searchField}
            label="Search the archive"
            value={query}
            onChange={searchArchive}
            result={lastPages && sumInWords(lastPages, isNarrowed)}
            onDown={() => moveCursor(useArchive, stopsOf(pages), 'first')}
          />
          {hasSections && (!isEmpty || isNarrowed) && (
            <div className="wrap-close" role="group" aria-label="Filters">
              {categories.map((category) => (
                <Chip
                  key={category}
                  {...(lastPages === null ? {} : { count: lastPages.perCategory[category] })}
                  pressed={filters.includes(category)}
                  onPress={() => filterArchive(toggled(filters, category))}
                >
                  {hasChart && <i className={styles['dot']} data-segment={category} aria-hidden />}
                  {sectionLabels[category]}
                </Chip>
              ))}
            </div>
          )}
          <ArchivedWork workspace={workspace.id} />
        </div>
        {lastPages && hasChart && (
          <ArchiveChart
            months={lastPages.perMonth}
            hasLegend={!hasSections || lastPages.perMonth.some(({ unsorted }) => unsorted > 0)}
          />
        )}
        <Body {...read} workspace={workspace} unusable={unusable} isNarrowed={isNarrowed} />
        {lastPages?.rest && <Rest rest={lastPages.rest} />}
        <ArchiveActionBar workspace={workspace.id} total={total} writable={workspace.writable} />
      </div>
      {!isEmpty && <ArchiveInspector pages={pages} writable={workspace.writable} />}
    </>
  );
}

function ArchivedWork({ workspace }: Readonly<{ workspace: string }>) {
  const [turn] = useTurns(workspace, ['work.changed']);
  const { answer } = useAnswer('work.archived', { workspace, limit: 1 }, turn);
  return answer === null || answer.total === 0 ? null : (
    <p className="detail">
      <Button look="link" onClick={() => showArchivedWork()}>
        {counted(answer.total, 'archived workflow', 'archived workflows')}
      </Button>{' '}
      in Work
    </p>
  );
}

/** Last loaded pages: the parts around the list stay as they were while others load, so that nothing moves. */
function useLastPages(pages: ArchivePages): ReadyPages | null {
  const [lastPages, setLastPages] = useState<ReadyPages | null>(null);
  if (pages.kind === 'ready' && pages !== lastPages) {
    setLastPages(pages);
  }
  return lastPages;
}

function sumInWords({ total }: ReadyPages, isNarrowed: boolean): string | null {
  if (total === 0) {
    return isNarrowed ? 'nothing found' : null;
  }
  return entriesInWords(total);
}

function Rest({ rest }: Readonly<{ rest: NonNullable<ReadyPages['rest']> }>) {
  return (
    <div className={styles['rest']}>
      <ProgressLine
        label={`${rest.stopped ? 'Stopped reading' : 'Reading'} older archives`}
        progress={rest.progress}
        {...(!rest.stopped && { onCancel: rest.stop })}
      />
      {rest.stopped && <Button onClick={rest.goOn}>Go on</Button>}
    </div>
  );
}

type BodyProps = ReturnType<typeof useArchivePages> &
  Readonly<{ workspace: Workspace; unusable: readonly ArchiveFile[]; isNarrowed: boolean }>;

function Body({ workspace, pages, need, reload, unusable, isNarrowed }: BodyProps) {
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
        <ArchiveList workspace={workspace} pages={pages} need={need} unusable={unusable} />
      ) : (
        <div className="scroller">
          <Nothing isNarrowed={isNarrowed} />
          {!isNarrowed && <UnusableFiles files={unusable} />}
        </div>
      );
  }
}

function Nothing({ isNarrowed }: Readonly<{ isNarrowed: boolean }>) {
  const hasSections = useCapabilities()?.sections ?? true;
  if (!isNarrowed) {
    return (
      <EmptyState title="The archive is empty">
        {hasSections
          ? `When the memory grows past its limit, ${archivedFirst}. What you archive yourself comes here too.`
          : 'What you archive comes here, and your assistant no longer sees it.'}{' '}
        Everything can be brought back.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No results" action={<Button onClick={showWholeArchive}>Show everything</Button>}>
      Nothing in the archive matches this search.
    </EmptyState>
  );
}

type ArchiveActionBarProps = Readonly<{ workspace: string; total: number; writable: boolean }>;

function ArchiveActionBar({ workspace, total, writable }: ArchiveActionBarProps) {
  const { size } = useArchive((state) => state.selected);
  const { tokensOf, name } = useMeasure();
  const choosing = useArchive((state) => state.choosing);
  if (choosing?.progress) {
    return <ProgressLine label="Selecting" progress={choosing.progress} onCancel={choosing.stop} />;
  }
  if (size === 0) {
    return null;
  }
  const entries = selectedArchived();
  return (
    <SelectionBar
      count={entries.length}
      says={`${amountInWords(tokensOf(weightOfAll(entries)), name)}${
        entries.length === maxChosen && total > maxChosen
          ? `, as many as can be selected of ${countInWords(total)}`
          : ''
      }`}
      all={entries.length < Math.min(total, maxChosen) ? total : null}
      onAll={() => void chooseAllArchived(workspace)}
      onNone={chooseNone}
    >
      {writable && (
        <>
          <Button onClick={() => restoreEntries(entries)}>
            <ArchiveRestore aria-hidden />{' '}
            {areNotes(entries) ? 'Keep in memory' : asksToRestore(entries.length) ? 'Restore…' : 'Restore'}
          </Button>
          {!areNotes(entries) && (
            <Button look="danger" onClick={() => deleteArchived(entries)}>
              <Trash2 aria-hidden /> Delete…
            </Button>
          )}
        </>
      )}
    </SelectionBar>
  );
}
