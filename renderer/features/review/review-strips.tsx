import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { isAsLastRead, isOtherFormat } from '../../api/context-store.ts';
import { assertNever } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardStrip } from '../decisions/decision-strip.tsx';
import { ReturnedStrips } from '../erasure/returned-strips.tsx';
import { DiagnosticsStrip } from './diagnostics-strip.tsx';
import { OverLimitStrip } from './over-limit-strip.tsx';
import { useReview } from './review-store.ts';
import { run } from './run.ts';
import { SinceLookedStrip } from './since-looked-strip.tsx';

type ReviewStripsProps = Readonly<{ workspace: Workspace; summary: ContextSummary }>;

/** What there is to say about the whole file, the most pressing first. */
export function ReviewStrips({ workspace, summary }: ReviewStripsProps) {
  const writable = workspace.writable && summary.writable;
  const changeable = writable && !isAsLastRead(summary);
  const goingThrough = useReview((state) => state.triage !== null);
  return (
    <>
      <StatusStrip workspace={workspace} summary={summary} />
      <ReturnedStrips workspace={workspace.id} writable={changeable} />
      {!writable && (workspace.readOnlyReason !== null || summary.status !== 'unreadable') && (
        <Strip label="Read only">
          <VisibleText
            text={workspace.readOnlyReason ?? 'This memory can be read here, but Contexture does not write it.'}
          />
        </Strip>
      )}
      {!goingThrough && !isOtherFormat(summary) && <CardStrip workspace={workspace.id} writable={changeable} />}
      {!isOtherFormat(summary) && <OverLimitStrip workspace={workspace.id} summary={summary} writable={changeable} />}
      {!goingThrough && <SinceLookedStrip summary={summary} />}
      <DiagnosticsStrip workspace={workspace.id} summary={summary} writable={changeable} />
    </>
  );
}

function StatusStrip({ workspace, summary }: ReviewStripsProps) {
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
