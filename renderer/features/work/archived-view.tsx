import { useEffect, useRef } from 'react';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import details from '../../entries/details.module.css';
import { Fact, InTheFile } from '../../entries/inspector.tsx';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { monthInWords } from '../../wording/dates.ts';
import { useArchivedWork } from './use-archived-work.ts';
import styles from './work-page.module.css';
import { askToRestore, backToWork } from './work-store.ts';
import { archivedTitle, whenInWords } from './work-words.ts';

/** Facts about an archived workflow. Its text comes back when it is restored. */
export function ArchivedView({ id, writable }: Readonly<{ id: string; writable: boolean }>) {
  const workflow = useArchivedWork(({ workflows }) => workflows.find((each) => each.id === id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useCommands((command) =>
    carryOutOne(command, {
      escape: backToWork,
      restore: () => writable && workflow && askToRestore(workflow),
    }),
  );
  return (
    <div className="pane">
      <ReaderHead
        heading={heading}
        onBack={backToWork}
        title={workflow ? archivedTitle(workflow) : id}
        detail={workflow ? ['Archived', monthInWords(workflow.month)] : []}
      >
        {workflow && writable && (
          <Button look="primary" onClick={() => askToRestore(workflow)}>
            Restore…
          </Button>
        )}
      </ReaderHead>
      <div className="scroller">
        {workflow ? (
          <Facts workflow={workflow} />
        ) : (
          <EmptyState title="It is not archived any more" action={<Button onClick={backToWork}>Back</Button>}>
            It was restored, or its archive was removed.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function Facts({ workflow }: Readonly<{ workflow: ArchivedWorkflow }>) {
  const folder = useArchivedWork((state) => state.folder);
  const { id, where, createdAt, completedAt, archivedAt, version, bytes, problem, month } = workflow;
  return (
    <div className={styles['groups']}>
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
      <p className="detail">Restore it to see its steps, data and record. Nothing in it has changed.</p>
      <dl className={details['facts']}>
        <Fact name="Was">{where === 'active' ? 'Not finished' : `Completed ${whenInWords(completedAt)}`}</Fact>
        <Fact name="Created">{whenInWords(createdAt)}</Fact>
        <Fact name="Archived">{whenInWords(archivedAt)}</Fact>
      </dl>
      <InTheFile>
        {version !== null && <Fact name="Version">{version}</Fact>}
        <Fact name="Size">{bytesInWords(bytes)}</Fact>
        <Fact name="File" look="mono">
          {`${folder}/${month.replace('-', '/')}/${id}.tar.gz`}
        </Fact>
      </InTheFile>
    </div>
  );
}
