import { useMemo, useRef } from 'react';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { toggled } from '../../entries/narrowing.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Unread } from '../../ui/unread.tsx';
import type { PageProps } from '../../view.tsx';
import { counted } from '../../wording/counts.ts';
import { filters, fits, isNarrowed, isStop, layOutWork, narrowedWork, valuesOf, type WorkRow } from './work-layout.ts';
import { readWork, useWorkList, type WorkList } from './work-list.ts';
import styles from './work-page.module.css';
import { WorkRows } from './work-rows.tsx';
import { focusWork, openWorkflow, showAllWork, useWork } from './work-store.ts';
import { filterNames } from './work-words.ts';
import { WorkflowView } from './workflow-view.tsx';

/** What agents do step by step: what needs the person first, then what is under way and what is completed. */
export function WorkPage({ workspace }: PageProps) {
  const list = useWorkList((state) => (state.workspace === workspace.id ? state.list : null)) ?? {
    kind: 'loading' as const,
  };
  const reading = useWork((state) => state.reading);
  useCommands(undoCommand);
  if (reading !== null) {
    return <WorkflowView key={reading} workspace={workspace.id} id={reading} writable={workspace.writable} />;
  }
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Work</h1>
      {list.kind === 'ready' && list.workflows.length > 0 ? (
        <Listed workspace={workspace.id} list={list} writable={workspace.writable} />
      ) : list.kind === 'ready' ? (
        <div className="scroller">
          <EmptyState title="No work in progress">
            Agents that work step by step keep what they do here: what they began with, each step, what came of it, and
            what they need from you. It appears as soon as one begins.
          </EmptyState>
        </div>
      ) : (
        <div className="scroller">
          <Unread
            label="Looking for work in progress"
            failed="Work can’t be listed"
            problem={list.kind === 'failed' ? list.problem : null}
            onRetry={() => void readWork(workspace.id)}
          />
        </div>
      )}
    </div>
  );
}

type ListedProps = Readonly<{
  workspace: string;
  list: Extract<WorkList, { kind: 'ready' }>;
  writable: boolean;
}>;

function Listed({ workspace, list: { workflows, total }, writable }: ListedProps) {
  const { query, chosen, type, agent } = useWork();
  const searchField = useRef<HTMLInputElement>(null);
  const narrowing = useMemo(() => ({ query, chosen, type, agent }), [query, chosen, type, agent]);
  const shown = useMemo(() => narrowedWork(workflows, narrowing, Date.now()), [workflows, narrowing]);
  const rows = useMemo(() => layOutWork(shown), [shown]);
  useListCommands(rows, () => {
    searchField.current?.focus();
    searchField.current?.select();
  });
  const result = shown.length === 0 ? 'nothing' : counted(shown.length, 'workflow', 'workflows');
  return (
    <>
      <div className="stack-2 toolbar">
        <SearchField
          ref={searchField}
          label="Search work"
          value={query}
          onChange={(next) => useWork.setState({ query: next })}
          result={isNarrowed(narrowing) ? result : null}
          onDown={() => move('first', rows)}
        />
        <Filters workflows={workflows} />
      </div>
      {rows.length > 0 ? (
        <WorkRows workspace={workspace} rows={rows} writable={writable} />
      ) : (
        <div className="scroller">
          <EmptyState title="No results" action={<Button onClick={showAllWork}>Show all</Button>}>
            No workflow matches.
          </EmptyState>
        </div>
      )}
      {total > workflows.length && (
        <ProgressLine label="Reading the workflows" progress={{ done: workflows.length, total }} />
      )}
    </>
  );
}

const all = '';

function Filters({ workflows }: Readonly<{ workflows: readonly WorkflowSummary[] }>) {
  const { chosen, type, agent } = useWork();
  const counts = useMemo(() => {
    const now = Date.now();
    return filters.map((filter) => ({ filter, count: workflows.filter((one) => fits(one, filter, now)).length }));
  }, [workflows]);
  const types = useMemo(() => valuesOf(workflows, 'type'), [workflows]);
  const agents = useMemo(() => valuesOf(workflows, 'currentAgent'), [workflows]);
  return (
    <div className={styles['filters']}>
      <div className="wrap-close" role="group" aria-label="Filters">
        {counts.map(({ filter, count }) =>
          count === 0 && !chosen.includes(filter) ? null : (
            <Chip
              key={filter}
              count={count}
              pressed={chosen.includes(filter)}
              onPress={() => useWork.setState({ chosen: toggled(chosen, filter) })}
            >
              {filterNames[filter]}
            </Chip>
          ),
        )}
      </div>
      <div className="wrap-close">
        {(types.length > 1 || type !== null) && (
          <Select
            aria-label="Type"
            value={type ?? all}
            options={[{ value: all, label: 'All types' }, ...types]}
            onChange={(next) => useWork.setState({ type: next === all ? null : next })}
          />
        )}
        {(agents.length > 1 || agent !== null) && (
          <Select
            aria-label="Agent"
            value={agent ?? all}
            options={[{ value: all, label: 'All agents' }, ...agents]}
            onChange={(next) => useWork.setState({ agent: next === all ? null : next })}
          />
        )}
      </div>
    </div>
  );
}

function useListCommands(rows: readonly WorkRow[], focusSearch: () => void): void {
  useCommands((command) => {
    const { cursor } = useWork.getState();
    const row = rows.find(({ key }) => key === cursor);
    return (
      move(command, rows) ||
      carryOutOne(command, {
        search: focusSearch,
        edit: () => row && row.kind !== 'heading' && openWorkflow(row.workflow.id, row.key),
      }) ||
      (command === 'escape' && clearNarrowing())
    );
  });
}

function clearNarrowing(): boolean {
  const wasNarrowed = isNarrowed(useWork.getState());
  if (wasNarrowed) {
    showAllWork();
  }
  return wasNarrowed;
}

function move(command: Command, rows: readonly WorkRow[]): boolean {
  const { cursor } = useWork.getState();
  const stops = rows.filter(isStop);
  const at = stops.findIndex(({ key }) => key === cursor);
  const step = stepOf(command, at < 0 ? null : at, stops.length);
  const to = step && stops[step.to];
  if (to) {
    useWork.setState({ cursor: to.key });
    focusWork();
  }
  return step !== null;
}
