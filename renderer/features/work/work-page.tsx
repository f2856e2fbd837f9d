import { useMemo } from 'react';
import { helpOn } from '#shared/help-pages.ts';
import { useAreaElsewhere } from '../../api/area-elsewhere.ts';
import type { Problem } from '../../api/connection.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Elsewhere, OpenElsewhere } from '../../entries/open-elsewhere.tsx';
import { moveCursor, showAllIf, useListCommands } from '../../list/list-commands.ts';
import { runCommand, useCommands, useSearchField } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldProblem, Select } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Unread } from '../../ui/unread.tsx';
import type { PageProps } from '../../view.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { ArchivedView } from './archived-view.tsx';
import { ForeignView } from './foreign-view.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { archivedWork, foreignWork, useForeignAndArchivedWork } from './other-work.ts';
import { checkAllWork, useAreChecksKnown, useCheckWork, useFailedChecks } from './use-failed-checks.ts';
import { archivedItem, foreignItem, ownItem, type WorkItem } from './work-items.ts';
import { facetsOf, isNarrowed, isWorkStop, layOutWork, narrowedWork, type WorkRow } from './work-layout.ts';
import { ownWork } from './work-list.ts';
import { distinctMatches, matchesInWords, useWorkSearch } from './work-matches.ts';
import { WorkRows } from './work-rows.tsx';
import { askToMove, openRow, showAllWork, useWork } from './work-store.ts';
import { filterNames } from './work-words.ts';
import { WorkflowView } from './workflow-view.tsx';

const readers = { own: WorkflowView, foreign: ForeignView, archived: ArchivedView };

export function WorkPage({ workspace: { id, writable } }: PageProps) {
  const reading = useWork((state) => state.reading);
  const moving = useWork((state) => state.moving);
  const Reader = reading && readers[reading.source];
  useForeignAndArchivedWork(id);
  useCheckWork(id);
  useCommands(undoCommand);
  return (
    <>
      {Reader ? (
        <Reader key={reading.id} workspace={id} id={reading.id} writable={writable} />
      ) : (
        <div className="pane">
          <h1 className="visually-hidden">Work</h1>
          <AllWork workspace={id} writable={writable} />
        </div>
      )}
      {moving && <MoveDialog workspace={id} moving={moving} />}
    </>
  );
}

type AllWorkProps = Readonly<{ workspace: string; writable: boolean }>;

function AllWork({ workspace, writable }: AllWorkProps) {
  const { isRead, problem, workflows } = ownWork.useOf(workspace);
  const areChecksKnown = useAreChecksKnown(workspace);
  const foreign = foreignWork.useOf(workspace).workflows;
  const archived = archivedWork.useOf(workspace).workflows;
  const failed = useFailedChecks((state) => state.failed);
  const items = useMemo(
    () => [
      ...[...workflows.map((one) => ownItem(one, failed.has(one.id))), ...foreign.map(foreignItem)].sort(
        (one, other) => other.changedAt - one.changedAt,
      ),
      ...archived.map(archivedItem),
    ],
    [workflows, foreign, archived, failed],
  );
  const isKnown = isRead && problem === null && areChecksKnown;
  return isKnown && items.length > 0 ? (
    <LoadedWork workspace={workspace} items={items} writable={writable} />
  ) : (
    <NoWork workspace={workspace} isKnown={isKnown} problem={problem} />
  );
}

type NoWorkProps = Readonly<{ workspace: string; isKnown: boolean; problem: Problem | null }>;

function NoWork({ workspace, isKnown, problem }: NoWorkProps) {
  return (
    <div className="scroller">
      {isKnown ? (
        <EmptyState
          title="No work in progress"
          action={
            <>
              <OpenElsewhere view="work" look="primary" />
              <Button onClick={() => runCommand(helpOn('work'))}>How this works</Button>
            </>
          }
        >
          <Elsewhere view="work" says="There is work in" />
          When an agent works step by step, its progress and its questions to you appear here.
        </EmptyState>
      ) : (
        <Unread
          label="Looking for work in progress"
          failed="Work can’t be listed"
          problem={problem}
          onRetry={() => void ownWork.read(workspace)}
        />
      )}
    </div>
  );
}

/** Problems of the files beside workflows and of the archive's lists, and what becomes of them. */
function FileProblems({ workspace }: Readonly<{ workspace: string }>) {
  const findings = [...ownWork.useOf(workspace).findings, ...archivedWork.useOf(workspace).findings];
  return findings.map(({ path, message, mend }) => (
    <p key={`${path} ${message}`} className="detail" role="status">
      {message} {mend}
    </p>
  ));
}

type LoadedWorkProps = AllWorkProps & Readonly<{ items: readonly WorkItem[] }>;

function LoadedWork({ workspace, items, writable }: LoadedWorkProps) {
  const { query, chosen, type, agent } = useWork();
  const { workflows, total } = ownWork.useOf(workspace);
  const searchField = useSearchField();
  const narrowing = useMemo(() => ({ query, chosen, type, agent }), [query, chosen, type, agent]);
  const search = useWorkSearch(workspace, query.trim());
  const shown = useMemo(() => narrowedWork(items, narrowing, Date.now()), [items, narrowing]);
  const matches = useMemo(() => distinctMatches(search.found), [search.found]);
  const rows = useMemo(() => layOutWork(shown, matches), [shown, matches]);
  const words = useMemo(() => wordsOf(query), [query]);
  useWorkKeys(rows, writable);
  const result =
    matches.length > 0
      ? matchesInWords(matches)
      : shown.length > 0
        ? counted(shown.length, 'workflow', 'workflows')
        : 'no results';
  return (
    <>
      <div className="stack-2 toolbar">
        <SearchField
          ref={searchField}
          label="Search work"
          value={query}
          onChange={(next) => useWork.setState({ query: next })}
          result={isNarrowed(narrowing) ? result : null}
          onDown={() => moveCursor(useWork, rows.filter(isWorkStop), 'first')}
        />
        <Filters items={items} query={query} />
        {workflows.length === 0 && <WorkElsewhere />}
        <FileProblems workspace={workspace} />
      </div>
      {rows.length > 0 ? (
        <WorkRows workspace={workspace} rows={rows} writable={writable} found={words} />
      ) : (
        <div className="scroller">
          {!search.isSearching && (
            <EmptyState title="No results" action={<Button onClick={showAllWork}>Show everything</Button>}>
              {query.trim() === ''
                ? 'No workflow matches these filters.'
                : 'Nothing in active, completed or archived work, or in the names of its files.'}
            </EmptyState>
          )}
        </div>
      )}
      <Unchecked />
      <ListProblems workspace={workspace} />
      <SearchNotes search={search} />
      {total > workflows.length && (
        <ProgressLine label="Reading the workflows" progress={{ done: workflows.length, total }} />
      )}
    </>
  );
}

const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Shown if only other programs have work here: a link to the memory beside which agents do. */
function WorkElsewhere() {
  return (
    useAreaElsewhere('work') && (
      <p className="detail">
        Nothing is under way beside this memory. <Elsewhere view="work" says="There is work in" />
        <OpenElsewhere view="work" look="link" />
      </p>
    )
  );
}

function Unchecked() {
  const { most, unchecked } = useFailedChecks();
  return unchecked === 0 ? null : (
    <div className="detail line footnote">
      Only the {countInWords(most)} most recent workflows are checked.
      <Button look="link" onClick={checkAllWork}>
        Check all
      </Button>
    </div>
  );
}

function ListProblems({ workspace }: Readonly<{ workspace: string }>) {
  const problems = [
    { what: 'Workflows of other programs', problem: foreignWork.useOf(workspace).problem },
    { what: 'Archived workflows', problem: archivedWork.useOf(workspace).problem },
  ];
  return problems.map(
    ({ what, problem }) =>
      problem && (
        <div key={what} className="detail line footnote">
          {what} can’t be listed. {problem.message}
        </div>
      ),
  );
}

function SearchNotes({ search }: Readonly<{ search: ReturnType<typeof useWorkSearch> }>) {
  const { isSearching, searched, unread, loadMore, problem } = search;
  if (problem !== null) {
    return (
      <div className="detail line footnote">
        <FieldProblem>{problem.message}</FieldProblem>
      </div>
    );
  }
  if (isSearching) {
    return searched.total > 0 ? <ProgressLine label="Searching" progress={searched} /> : null;
  }
  return loadMore === null && unread.length === 0 ? null : (
    <div className="detail line footnote">
      {loadMore !== null && <Button onClick={loadMore}>Show more</Button>}
      {unread[0] !== undefined && (
        <span>
          {counted(unread.length, 'file', 'files')} could not be searched. {unread[0].problem}
        </span>
      )}
    </div>
  );
}

const all = '';

function Filters({ items, query }: Readonly<{ items: readonly WorkItem[]; query: string }>) {
  const { chosen, type, agent } = useWork();
  const { filters, types, agents } = useMemo(() => facetsOf(items, query, Date.now()), [items, query]);
  return (
    <div className="filters">
      <div className="wrap-close" role="group" aria-label="Filters">
        {filters.map(({ filter, count, isOffered }) =>
          !isOffered && !chosen.includes(filter) ? null : (
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
      <div className="wrap-close narrowing">
        {(types.length > 1 || type !== null) && (
          <Select
            aria-label="Type"
            look="quiet"
            value={type ?? all}
            options={[{ value: all, label: 'All types' }, ...types]}
            onChange={(next) => useWork.setState({ type: next === all ? null : next })}
          />
        )}
        {(agents.length > 1 || agent !== null) && (
          <Select
            aria-label="Agent"
            look="quiet"
            value={agent ?? all}
            options={[{ value: all, label: 'All agents' }, ...agents]}
            onChange={(next) => useWork.setState({ agent: next === all ? null : next })}
          />
        )}
      </div>
    </div>
  );
}

function useWorkKeys(rows: readonly WorkRow[], writable: boolean): void {
  useListCommands({
    store: useWork,
    stops: rows.filter(isWorkStop),
    work: (row) => {
      const item = row && 'item' in row ? row.item : undefined;
      return {
        edit: () => row && openRow(row),
        ...(writable && {
          archive: () => item?.move?.act === 'archive' && askToMove(item),
          restore: () => item?.move?.act === 'restore' && askToMove(item),
        }),
      };
    },
    clear: () => showAllIf(isNarrowed(useWork.getState()), showAllWork),
  });
}
