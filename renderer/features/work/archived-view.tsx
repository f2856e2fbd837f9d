import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { Button } from '../../ui/button.tsx';
import { FactList, InTheFile } from '../../ui/details.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { monthInWords } from '../../wording/dates.ts';
import { archivedWork } from './other-work.ts';
import { archivedItem } from './work-items.ts';
import styles from './work-page.module.css';
import { WorkReader, type WorkViewProps } from './work-reader.tsx';
import { askToMove, backToWork } from './work-store.ts';
import { whenInWords } from './work-words.ts';

/** Facts about an archived workflow. Its text comes back when it is restored. */
export function ArchivedView({ workspace, id, writable }: WorkViewProps) {
  const { workflows, folder } = archivedWork.useOf(workspace);
  const workflow = workflows.find((each) => each.id === id);
  const item = workflow && archivedItem(workflow);
  const restore = (): unknown => writable && item && askToMove(item);
  return (
    <WorkReader
      head={{
        title: item?.title ?? id,
        detail: workflow ? ['Archived', monthInWords(workflow.month)] : [],
        actions: item && writable && (
          <Button look="primary" onClick={restore}>
            Restore…
          </Button>
        ),
      }}
      commands={{ restore }}
    >
      <div className="scroller">
        {workflow ? (
          <Facts workflow={workflow} folder={folder} />
        ) : (
          <EmptyState title="It is not archived any more" action={<Button onClick={backToWork}>Back</Button>}>
            It was restored, or its archive was removed.
          </EmptyState>
        )}
      </div>
    </WorkReader>
  );
}

function Facts({ workflow, folder }: Readonly<{ workflow: ArchivedWorkflow; folder: string }>) {
  const { id, where, createdAt, completedAt, archivedAt, version, bytes, problem, month } = workflow;
  return (
    <div className={styles['groups']}>
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
      <p className="detail">Restore it to see its steps, data and record. Nothing in it has changed.</p>
      <FactList
        facts={[
          { label: 'Was', value: where === 'active' ? 'Not finished' : `Completed ${whenInWords(completedAt)}` },
          { label: 'Created', value: whenInWords(createdAt) },
          { label: 'Archived', value: whenInWords(archivedAt) },
        ]}
      />
      <InTheFile
        facts={[
          { label: 'Version', value: version },
          { label: 'Size', value: bytesInWords(bytes) },
          { label: 'File', mono: true, value: `${folder}/${month.replace('-', '/')}/${id}.tar.gz` },
        ]}
      />
    </div>
  );
}
