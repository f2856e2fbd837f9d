import { useEffect, useMemo } from 'react';
import { helpOn } from '#shared/help-pages.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Elsewhere, OpenElsewhere } from '../../entries/open-elsewhere.tsx';
import { moveCursor, showAllIf, showDetails, useListCommands } from '../../list/list-commands.ts';
import { runCommand, useCommands, useSearchField } from '../../services/commands/use-commands.ts';
import { attempt } from '../../services/notices.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Unread } from '../../ui/unread.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { PageProps } from '../../view.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { AdoptDialog } from './adopt-dialog.tsx';
import { isThere } from './is-there.ts';
import { StorageReader } from './reader/storage-reader.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { StorageInspector } from './storage-inspector.tsx';
import {
  layOutStorages,
  narrowStorages,
  type StorageFilter,
  type StorageListRow,
  storageFilters,
  storageFits,
} from './storage-layout.ts';
import {
  knownAgents,
  type ReadyList,
  readStorages,
  type StorageList,
  storagesIn,
  useStorageList,
} from './storage-list.ts';
import { isStorageStop, StorageListView } from './storage-rows.tsx';
import {
  askAboutStorage,
  askToRemove,
  markStoragesSeen,
  mayBeRemoved,
  openStorage,
  showAllStorages,
  useStorages,
} from './storage-store.ts';
import { amountInWords, fileInWords } from './storage-words.ts';

export function StoragesPage({ workspace }: PageProps) {
  const list = useStorageList((state) => (state.workspace === workspace.id ? state.list : null)) ?? { kind: 'loading' };
  const reading = useStorages((state) => state.reading);
  const question = useStorages((state) => state.question);
  useFirstLook(workspace.id, list);
  const storages = storagesIn(list);
  const read = storages.find(({ file }) => file === reading);
  const { writable } = workspace;
  return (
    <>
      {list.kind === 'ready' && reading !== null ? (
        <StorageReader key={reading} workspace={workspace.id} file={reading} storage={read} writable={writable} />
      ) : list.kind === 'ready' && (storages.length > 0 || list.setAside.length > 0 || list.removed.length > 0) ? (
        <LoadedStorages workspace={workspace.id} list={list} writable={writable} />
      ) : (
        <NoStorages
          workspace={workspace.id}
          problem={list.kind === 'failed' ? list.problem : null}
          isRead={list.kind === 'ready'}
        />
      )}
      {question?.kind === 'removal' && (
        <RemovalDialog workspace={workspace.id} {...question} onClose={() => askAboutStorage(null)} />
      )}
      {question?.kind === 'adoption' && (
        <AdoptDialog workspace={workspace.id} storage={question.storage} onClose={() => askAboutStorage(null)} />
      )}
    </>
  );
}

type NoStoragesProps = Readonly<{ workspace: string; problem: { readonly message: string } | null; isRead: boolean }>;

function NoStorages({ workspace, problem, isRead }: NoStoragesProps) {
  return (
    <div className="pane">
      <h1 className="visually-hidden">Agent data</h1>
      <div className="scroller">
        {isRead ? (
          <EmptyState
            title="No agent data here"
            action={
              <>
                <OpenElsewhere view="kept" look="primary" />
                <Button onClick={() => runCommand(helpOn('storages'))}>How agents store data</Button>
              </>
            }
          >
            <Elsewhere view="kept" says="Agents store data in" />
            Agents can save notes and progress beside a memory, between their runs. You can read, correct and remove
            them.
          </EmptyState>
        ) : (
          <Unread
            label="Reading agent data"
            failed="Agent data can’t be listed"
            problem={problem}
            onRetry={() => void readStorages(workspace)}
          />
        )}
      </div>
    </div>
  );
}

const filterNames: Readonly<Record<StorageFilter, string>> = {
  news: 'New or changed',
  empty: 'Empty',
  gone: 'Missing',
  unused: 'Nothing saved yet',
  untracked: 'Owner unknown',
  damaged: 'Damaged',
};

type LoadedStoragesProps = Readonly<{ workspace: string; list: ReadyList; writable: boolean }>;

function LoadedStorages({ workspace, list, writable }: LoadedStoragesProps) {
  const { query, chosen, cursor } = useStorages();
  const searchField = useSearchField();
  const storages = storagesIn(list);
  const shown = useMemo(() => narrowStorages(storages, { query, chosen }), [storages, query, chosen]);
  const rows = useMemo(() => layOutStorages(shown), [shown]);
  const isNarrowed = query.trim() !== '' || chosen.length > 0;
  useStorageCommands(workspace, rows, writable);
  const current = rows.find(({ key }) => key === cursor);
  const there = storages.filter(isThere);
  const bytes = there.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <>
      <div className="pane">
        <h1 className="visually-hidden">Agent data</h1>
        <div className="stack-2 toolbar">
          <SearchField
            ref={searchField}
            label="Search agent data"
            value={query}
            onChange={(next) => useStorages.setState({ query: next })}
            result={isNarrowed ? (shown.length === 0 ? 'no results' : `${countInWords(shown.length)} found`) : null}
            onDown={() => moveCursor(useStorages, rows.filter(isStorageStop), 'first')}
          />
          <div className="filters">
            <div className="wrap-close" role="group" aria-label="Filters">
              {storageFilters.map((filter) => {
                const count = storages.filter((storage) => storageFits(storage, filter)).length;
                return count === 0 && !chosen.includes(filter) ? null : (
                  <Chip
                    key={filter}
                    count={count}
                    pressed={chosen.includes(filter)}
                    onPress={() => useStorages.setState({ chosen: toggled(chosen, filter) })}
                  >
                    {filterNames[filter]}
                  </Chip>
                );
              })}
            </div>
            <p className="count at-end">
              {amountInWords(counted(there.length, 'thing', 'things'), bytes)}
              {writable && storages.length > 0 && (
                <>
                  {' · '}
                  <Button
                    look="link"
                    className="unobtrusive"
                    onClick={() => askAboutStorage({ kind: 'removal', act: 'remove', scope: { of: 'all' } })}
                  >
                    Remove all agent data…
                  </Button>
                </>
              )}
            </p>
          </div>
        </div>
        <StorageNews workspace={workspace} list={list} />
        {rows.length > 0 || (!isNarrowed && list.setAside.length > 0) ? (
          <StorageListView
            workspace={workspace}
            rows={rows}
            writable={writable}
            setAside={isNarrowed ? [] : list.setAside}
          />
        ) : (
          <div className="scroller">
            {isNarrowed ? (
              <EmptyState title="No results" action={<Button onClick={showAllStorages}>Show all</Button>}>
                Names are searched here, not what is stored under them.
              </EmptyState>
            ) : (
              <EmptyState title="Nothing is stored here now">What agents save next appears here.</EmptyState>
            )}
          </div>
        )}
      </div>
      <StorageInspector
        workspace={workspace}
        storage={current?.kind === 'storage' ? current.storage : undefined}
        writable={writable}
      />
    </>
  );
}

function StorageNews({ workspace, list }: Readonly<{ workspace: string; list: ReadyList }>) {
  const marked = storagesIn(list).filter(({ mark }) => mark !== null).length;
  const { removed } = list;
  if (marked === 0 && removed.length === 0) {
    return null;
  }
  return (
    <Strip
      label="Since you last looked"
      actions={<Button onClick={() => attempt(markStoragesSeen(workspace))}>Mark as seen</Button>}
    >
      {marked > 0 && `${countInWords(marked)} new or changed since you last looked. `}
      {removed.length > 0 && (
        <>
          No longer stored:{' '}
          {removed.slice(0, maxNamed).map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <VisibleText text={fileInWords(name, knownAgents())} />
            </span>
          ))}
          {removed.length > maxNamed && ` and ${removed.length - maxNamed} more`}.
        </>
      )}
    </Strip>
  );
}

const maxNamed = 3;

/** Marks everything as seen at the person's first look; only later changes are news. */
function useFirstLook(workspace: string, list: StorageList): void {
  const isFirst = list.kind === 'ready' && !list.looked;
  useEffect(() => {
    if (isFirst) {
      attempt(markStoragesSeen(workspace));
    }
  }, [workspace, isFirst]);
}

function useStorageCommands(workspace: string, rows: readonly StorageListRow[], writable: boolean): void {
  useCommands((command) => writable && undoCommand(command));
  useListCommands({
    store: useStorages,
    stops: rows.filter(isStorageStop),
    work: (row) => {
      const storage = row?.kind === 'storage' ? row.storage : undefined;
      const meant = storage && mayBeRemoved(storage) ? storage : undefined;
      return {
        edit: () => storage && openStorage(workspace, storage),
        keep: () => storage && attempt(markStoragesSeen(workspace, [storage.file])),
        details: () => showDetails(useStorages, storage !== undefined),
        ...(writable && {
          confirm: () => meant && askToRemove('clear', meant),
          delete: () => meant && askToRemove('remove', meant),
        }),
      };
    },
    clear: () => {
      const { query, chosen } = useStorages.getState();
      return showAllIf(query !== '' || chosen.length > 0, showAllStorages);
    },
  });
}
