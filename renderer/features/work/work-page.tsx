import { useMemo } from 'react';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { toggled } from '../../entries/narrowing.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Unread } from '../../ui/unread.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { PageProps } from '../../view.tsx';
import { counted } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { NeedsYou } from './needs-you.tsx';
import { readWork, useWork } from './work-list.ts';
import styles from './work-page.module.css';
import { needsYou, progressInWords, statusNames, titleOf } from './work-words.ts';
import { WorkflowView } from './workflow-view.tsx';

/** What agents do step by step: what needs the person first, then what is under way and what is completed. */
export function WorkPage({ workspace }: PageProps) {
  const list = useWork((state) => (state.workspace === workspace.id ? state.list : null)) ?? {
    kind: 'loading' as const,
  };
  const reading = useWork((state) => state.reading);
  useCommands((command) => undoCommand(command));
  if (reading !== null) {
    return <WorkflowView key={reading} workspace={workspace.id} id={reading} writable={workspace.writable} />;
  }
  return (
    <div className={styles['view']}>
      <h1 className="visually-hidden">Work</h1>
      {list.kind === 'ready' && list.workflows.length > 0 ? (
        <Listed workspace={workspace.id} workflows={list.workflows} total={list.total} writable={workspace.writable} />
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

const filters = ['waiting', 'failed', 'blocked', 'running', 'completed', 'damaged'] as const;

type ListedProps = Readonly<{
  workspace: string;
  workflows: readonly WorkflowSummary[];
  total: number;
  writable: boolean;
}>;

function Listed({ workspace, workflows, total, writable }: ListedProps) {
  const { query, chosen } = useWork();
  const shown = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return workflows.filter((one) => {
      const text = [titleOf(one), one.id, one.currentStep, one.currentAgent, ...one.questions.map((q) => q.question)]
        .join(' ')
        .toLowerCase();
      return (chosen.length === 0 || chosen.includes(one.status)) && words.every((word) => text.includes(word));
    });
  }, [workflows, query, chosen]);
  useCommands((command) =>
    carryOutOne(command, {
      search: () => document.querySelector<HTMLInputElement>('[data-work-search] input')?.focus(),
    }),
  );
  const isNarrowed = query.trim() !== '' || chosen.length > 0;
  const needy = shown.filter(needsYou);
  const groups = [
    { title: 'Under way', of: shown.filter((one) => one.where === 'active' && !needsYou(one)) },
    { title: 'Completed', of: shown.filter(({ where }) => where === 'completed') },
  ].filter((group) => group.of.length > 0);
  return (
    <>
      <div className="stack-2 toolbar" data-work-search>
        <SearchField
          label="Search work"
          value={query}
          onChange={(next) => useWork.setState({ query: next })}
          result={isNarrowed ? (shown.length === 0 ? 'nothing' : counted(shown.length, 'workflow', 'workflows')) : null}
        />
        <div className="wrap-close" role="group" aria-label="Filters">
          {filters.map((status) => {
            const count = workflows.filter((one) => one.status === status).length;
            return count === 0 && !chosen.includes(status) ? null : (
              <Chip
                key={status}
                count={count}
                pressed={chosen.includes(status)}
                onPress={() => useWork.setState({ chosen: toggled(chosen, status) })}
              >
                {statusNames[status]}
              </Chip>
            );
          })}
        </div>
      </div>
      <div className="scroller">
        <div className={styles['groups']}>
          {needy.length > 0 && <NeedsYou workspace={workspace} workflows={needy} writable={writable} />}
          {groups.map(({ title, of }) => (
            <section key={title} aria-label={title} className="stack-2">
              <h2>{title}</h2>
              <ul className="ruled">
                {of.map((workflow) => (
                  <WorkflowRow key={workflow.id} workflow={workflow} />
                ))}
              </ul>
            </section>
          ))}
          {shown.length === 0 && (
            <EmptyState
              title="No results"
              action={<Button onClick={() => useWork.setState({ query: '', chosen: [] })}>Show all</Button>}
            >
              No workflow matches.
            </EmptyState>
          )}
          {total > workflows.length && (
            <p className="detail">
              These are the {counted(workflows.length, 'workflow', 'workflows')} changed last, of {total}.
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function WorkflowRow({ workflow }: Readonly<{ workflow: WorkflowSummary }>) {
  return (
    <li className={styles['row']} data-status={workflow.status}>
      <button type="button" className={styles['open']} onClick={() => useWork.setState({ reading: workflow.id })}>
        <span className={styles['title']} dir="auto">
          <VisibleText text={titleOf(workflow)} />
        </span>
        <span className={styles['state']}>{statusNames[workflow.status]}</span>
        <span className={styles['detail']}>
          <VisibleText text={progressInWords(workflow)} />
        </span>
        <span className={styles['when']}>{momentInWords(workflow.changedAt)}</span>
      </button>
    </li>
  );
}
