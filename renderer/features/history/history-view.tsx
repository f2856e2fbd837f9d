import { useMemo } from 'react';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { go } from '../../api/navigation.ts';
import { assertNever } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Strip } from '../../ui/strip.tsx';
import { bytesInWords, counted, countInWords } from '../../wording/counts.ts';
import { layOutHistory } from './history-layout.ts';
import { HistoryList } from './history-list.tsx';
import { listOnly, useHistory } from './history-store.ts';
import styles from './history-view.module.css';
import { useHistoryCommands } from './use-history-commands.ts';
import type { HistoryLines } from './use-history-lines.ts';

type HistoryViewProps = Readonly<{
  workspace: Workspace;
  state: HistoryLines;
  more: () => void;
  reload: () => void;
}>;

/** Everything that happened to the memory, by day and by who did it. */
export function HistoryView({ workspace, state, more, reload }: HistoryViewProps) {
  const only = useHistory((store) => store.only);
  useHistoryCommands(state.kind === 'ready' ? state.lines : [], workspace.writable);
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">History</h1>
      <div className={styles['toolbar']}>
        <div className="wrap-close" role="group" aria-label="What is listed">
          <Chip pressed={only === 'all'} onPress={() => listOnly('all')}>
            Everything
          </Chip>
          <Chip pressed={only === 'removed'} onPress={() => listOnly('removed')}>
            What was removed
          </Chip>
        </div>
        {state.kind === 'ready' && (
          <p className={styles['sum']}>
            {counted(state.total, 'version', 'versions')} · {bytesInWords(state.bytes)} · kept for{' '}
            {counted(state.days, 'day', 'days')}, up to {countInWords(state.megabytes)} MB ·{' '}
            <Button look="link" onClick={() => go('settings')}>
              Change
            </Button>
          </p>
        )}
      </div>
      {state.kind === 'ready' && state.beyondLimit.length > 0 && <BeyondLimit count={state.beyondLimit.length} />}
      <Body state={state} more={more} reload={reload} only={only} />
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

type BodyProps = Omit<HistoryViewProps, 'workspace'> & Readonly<{ only: 'all' | 'removed' }>;

function Body({ state, more, reload, only }: BodyProps) {
  const rows = useMemo(() => layOutHistory(state.kind === 'ready' ? state.lines : []), [state]);
  switch (state.kind) {
    case 'loading':
      return (
        <div className="scroller">
          <Skeleton label="Reading the history" />
        </div>
      );
    case 'failed':
      return (
        <div className="scroller">
          <EmptyState title="The history can’t be shown" action={<Button onClick={reload}>Try again</Button>}>
            {state.problem.message}
          </EmptyState>
        </div>
      );
    case 'ready':
      return rows.length > 0 ? (
        <HistoryList rows={rows} hasMore={state.next !== null} more={more} />
      ) : (
        <div className="scroller">
          <Nothing only={only} />
        </div>
      );
    default:
      return assertNever(state);
  }
}

function Nothing({ only }: Readonly<{ only: 'all' | 'removed' }>) {
  return only === 'all' ? (
    <EmptyState title="Nothing has happened yet">
      Each version of the memory that Contexture reads or writes is kept here, whoever wrote it, and can be brought
      back.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing was removed" action={<Button onClick={() => listOnly('all')}>Show everything</Button>}>
      Every kept version has all the entries of the one before it.
    </EmptyState>
  );
}
