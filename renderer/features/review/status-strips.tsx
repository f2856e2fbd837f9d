import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { assertNever } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { run } from './run.ts';

type StatusStripProps = Readonly<{ workspace: Workspace; summary: ContextSummary }>;

/** Says that the memory is only read here, and why. */
export function ReadOnlyStrip({ workspace, summary }: StatusStripProps) {
  const writable = workspace.writable && summary.writable;
  if (writable || (workspace.readOnlyReason === null && summary.status === 'unreadable')) {
    return null;
  }
  return (
    <Strip label="Read only">
      <VisibleText
        text={workspace.readOnlyReason ?? 'This memory can be read here, but Contexture does not write it.'}
      />
    </Strip>
  );
}

/** Says that the file was deleted or can’t be read. */
export function StatusStrip({ workspace, summary }: StatusStripProps) {
  const reachable = useApp(({ stage }) => stage.kind !== 'open' || stage.reachable);
  if (!reachable) {
    // With its folder the file is gone too: one thing happened, and the frame says it.
    return null;
  }
  switch (summary.status) {
    case 'present':
    case 'missing':
      return null;
    case 'deleted':
      return (
        <Strip
          tone="warning"
          label="The file was deleted"
          actions={
            workspace.writable && (
              <Button onClick={() => void run('context.putBack', { workspace: workspace.id })}>Put it back</Button>
            )
          }
        >
          The file was deleted by another program. These are the entries it held last; none of them is lost yet.
        </Strip>
      );
    case 'unreadable':
      return (
        <Strip tone="danger" label="The file can’t be read">
          <VisibleText text={summary.problem?.message ?? 'The file can’t be read at the moment.'} />
          {summary.entryCount > 0 && ' These are the entries as they were last read.'}
        </Strip>
      );
    default:
      return assertNever(summary.status);
  }
}
