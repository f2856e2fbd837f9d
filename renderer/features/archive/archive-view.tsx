import { useMemo, useRef, useState } from 'react';
import type { Workspace } from '#shared/contract/model.ts';
import { type Category, categories } from '#shared/entries/entry.ts';
import { assertNever } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import hidden from '../../ui/hidden.module.css';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted, entriesInWords } from '../../wording/counts.ts';
import { sectionNames } from '../../wording/names.ts';
import { toggled } from '../review/filters.ts';
import { ArchiveActionBar } from './archive-action-bar.tsx';
import { layOutArchive } from './archive-layout.ts';
import { ArchiveList } from './archive-list.tsx';
import { filterArchive, focusArchiveCursor, searchArchive, useArchive } from './archive-store.ts';
import styles from './archive-view.module.css';
import { UnusableFiles } from './unusable-files.tsx';
import { useArchiveCommands } from './use-archive-commands.ts';
import { useArchiveFiles } from './use-archive-files.ts';
import { type ArchivePages, matchAt } from './use-archive-pages.ts';

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
  const files = useArchiveFiles(workspace.id, pages.kind === 'ready');
  const layout = useMemo(() => layOutArchive(pages.kind === 'ready' ? pages.perFile : []), [pages]);
  const narrowed = query.trim() !== '' || filters.length > 0;
  const { counts, sum } = useLastKnown(pages, narrowed);
  const empty = pages.kind === 'ready' && pages.total === 0;
  const total = pages.kind === 'ready' ? pages.total : 0;
  useArchiveCommands({
    total,
    at: (match) => matchAt(pages, match),
    writable: workspace.writable,
    focusSearch: () => {
      searchField.current?.focus();
      searchField.current?.select();
    },
  });
  return (
    <div className={styles['view']}>
      <h1 className={hidden['hidden']}>Archive</h1>
      <div className={styles['toolbar']}>
        <SearchField
          ref={searchField}
          label="Search the archive"
          value={query}
          onChange={searchArchive}
          result={sum}
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
                {...(counts === null ? {} : { count: counts[category] })}
                pressed={filters.includes(category)}
                onPress={() => filterArchive(toggled(filters, category))}
              >
                {sectionNames[category]}
              </Chip>
            ))}
          </div>
        )}
      </div>
      <Body {...{ workspace, pages, need, reload, layout, files }} narrowed={narrowed} />
      <ArchiveActionBar writable={workspace.writable} />
    </div>
  );
}

/** What the toolbar says of the matches. While others are on their way it says what it said, so that nothing moves. */
function useLastKnown(
  pages: ArchivePages,
  narrowed: boolean,
): {
  readonly counts: Readonly<Record<Category, number>> | null;
  readonly sum: string | null;
} {
  const [known, setKnown] = useState<Extract<ArchivePages, { kind: 'ready' }> | null>(null);
  if (pages.kind === 'ready' && pages !== known) {
    setKnown(pages);
  }
  if (known === null || known.total === 0) {
    return { counts: known?.perCategory ?? null, sum: known && narrowed ? 'nothing found' : null };
  }
  const sum = `${entriesInWords(known.total)} in ${counted(known.perFile.length, 'archive', 'archives')}`;
  return { counts: known.perCategory, sum };
}

type BodyProps = ArchiveViewProps &
  Readonly<{
    layout: ReturnType<typeof layOutArchive>;
    files: ReturnType<typeof useArchiveFiles>;
    narrowed: boolean;
  }>;

function Body({ workspace, pages, need, reload, layout, files, narrowed }: BodyProps) {
  switch (pages.kind) {
    case 'loading':
      return (
        <div className={styles['body']}>
          {pages.takesLong ? (
            <ProgressLine label="Reading the archive" progress={pages.progress} onCancel={pages.cancel} />
          ) : (
            <Skeleton label="Reading the archive" />
          )}
        </div>
      );
    case 'failed':
      return (
        <div className={styles['body']}>
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
        <ArchiveList workspace={workspace} pages={pages} need={need} layout={layout} files={files} />
      ) : (
        <div className={styles['body']}>
          <Nothing narrowed={narrowed} />
          {!narrowed && <UnusableFiles files={files} />}
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
        When the context grows past its limit, the oldest insights and patterns move here. What you archive by hand
        comes here too. Everything can be brought back.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing matches"
      action={
        <Button
          onClick={() => {
            searchArchive('');
            filterArchive([]);
          }}
        >
          Show everything
        </Button>
      }
    >
      Nothing in the archive matches this search.
    </EmptyState>
  );
}
