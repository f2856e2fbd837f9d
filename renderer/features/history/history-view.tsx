import { useMemo } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { go } from '../../api/navigation.ts';
import { showDetails, useListCommands } from '../../list/list-commands.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { ChipChoice } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Unread } from '../../ui/unread.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { HistoryDialogs } from './history-dialogs.tsx';
import { HistoryInspector } from './history-inspector.tsx';
import { changesOf, type HistoryRow, layOutHistory } from './history-layout.ts';
import { HistoryList, isHistoryStop } from './history-list.tsx';
import { askToRestore, focusHistoryCursor, listOnly, useHistory } from './history-store.ts';
import { TextComparison } from './text-comparison.tsx';
import { useHistoryLines } from './use-history-lines.ts';
import { VersionReader } from './version-reader.tsx';

type HistoryViewProps = ReturnType<typeof useHistoryLines> & Readonly<{ workspace: Workspace }>;

function HistoryView({ workspace, state, more, reload }: HistoryViewProps) {
  const only = useHistory((store) => store.only);
  const changes = useMemo(() => changesOf(state.kind === 'ready' ? state.lines : []), [state]);
  const rows = useMemo(() => layOutHistory(changes), [changes]);
  useHistoryCommands(rows, workspace.writable);
  return (
    <div className="pane">
      <h1 className="visually-hidden">History</h1>
      <div className="toolbar filters">
        <ChipChoice
          label="What is listed"
          value={only}
          options={{ all: 'Everything', removed: 'What was removed' }}
          onChoose={listOnly}
        />
        {state.kind === 'ready' && (
          <p className="count" title={`${bytesInWords(state.bytes)} of at most ${countInWords(state.megabytes)} MB`}>
            Kept for {counted(state.days, 'day', 'days')} ·{' '}
            <Button look="link" onClick={() => go('settings')}>
              Change
            </Button>
          </p>
        )}
      </div>
      {state.kind === 'ready' && state.beyondLimit.length > 0 && <BeyondLimit count={state.beyondLimit.length} />}
      <Body workspace={workspace} state={state} rows={rows} more={more} reload={reload} only={only} />
    </div>
  );
}

function BeyondLimit({ count }: Readonly<{ count: number }>) {
  return (
    <Strip
      label="Kept beyond the limit"
      actions={
        <Button onClick={() => useHistory.setState({ dialog: { kind: 'prune' } })}>
          {count === 1 ? 'Look at it' : 'Look at them'}
        </Button>
      }
    >
      {counted(count, 'version is', 'versions are')} kept beyond the limit: each holds the last copy of something.
    </Strip>
  );
}

type BodyProps = HistoryViewProps & Readonly<{ rows: readonly HistoryRow[]; only: 'all' | 'removed' }>;

function Body({ workspace, state, rows, more, reload, only }: BodyProps) {
  switch (state.kind) {
    case 'loading':
    case 'failed':
      return (
        <div className="scroller">
          <Unread
            label="Reading the history"
            failed="The history can’t be shown"
            problem={state.kind === 'failed' ? state.problem : null}
            onRetry={reload}
          />
        </div>
      );
    case 'ready':
      return rows.length > 0 ? (
        <HistoryList
          workspace={workspace.id}
          writable={workspace.writable && only === 'all'}
          rows={rows}
          hasMore={state.next !== null}
          more={more}
        />
      ) : (
        <div className="scroller">
          <EmptyHistory only={only} />
        </div>
      );
  }
}

function EmptyHistory({ only }: Readonly<{ only: 'all' | 'removed' }>) {
  return only === 'all' ? (
    <EmptyState title="Nothing has happened yet">
      Each version of the memory that Contexture reads or writes is kept here, whoever wrote it, and can be restored.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing was removed" action={<Button onClick={() => listOnly('all')}>Show everything</Button>}>
      In every kept version the memory has all the entries it had in the one before.
    </EmptyState>
  );
}

/** The timeline of all versions, one version as it was, or two texts side by side. */
export function HistoryPage({ workspace }: Readonly<{ workspace: Workspace }>) {
  const read = useHistoryLines(workspace.id);
  const { state } = read;
  const comparing = useHistory((store) => store.comparing);
  const reading = useHistory((store) => store.reading);
  // Two texts side by side need the inspector’s space.
  const hasRoomBeside = useMedia('(min-width: 1200px)') || comparing === null;
  return (
    <>
      {reading ? (
        <VersionReader key={reading.position} workspace={workspace} version={reading} />
      ) : comparing ? (
        <TextComparison key={comparing.position} workspace={workspace.id} version={comparing} />
      ) : (
        <HistoryView {...read} workspace={workspace} />
      )}
      {hasRoomBeside && !(state.kind === 'ready' && state.lines.length === 0) && (
        <HistoryInspector workspace={workspace} state={state} />
      )}
      <HistoryDialogs workspace={workspace.id} state={state} />
    </>
  );
}

function useHistoryCommands(rows: readonly HistoryRow[], writable: boolean): void {
  useCommands((command) => writable && undoCommand(command));
  useListCommands({
    store: useHistory,
    stops: rows.filter(isHistoryStop),
    work: (row) => {
      const line = row?.kind === 'line' ? row.line : undefined;
      const details = () => showDetails(useHistory, line !== undefined);
      return {
        edit: details,
        details,
        ...(writable && {
          restore: () => line?.type === 'version' && line.available && askToRestore(line),
        }),
      };
    },
    clear: closeOrClear,
  });
}

function closeOrClear(): boolean {
  const { only, cursor } = useHistory.getState();
  if (document.activeElement?.closest('[data-history-details]')) {
    focusHistoryCursor();
    return true;
  }
  if (only === 'removed' || cursor !== null) {
    listOnly('all');
    return true;
  }
  return false;
}
