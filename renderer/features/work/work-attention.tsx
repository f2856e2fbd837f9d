import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { go } from '../../api/navigation.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../wording/counts.ts';
import { statusNames, titleOf } from '../../wording/workflows.ts';
import { NeedsOf } from './needs-you.tsx';
import { useAreChecksKnown, useCheckWork, useFailedChecks } from './use-failed-checks.ts';
import { pressing } from './work-items.ts';
import { useWorkList } from './work-list.ts';
import { openWorkflow } from './work-store.ts';

type WorkAttentionProps = Readonly<{ workspace: string; writable: boolean }>;

/** Most workflows shown one by one; Work has the others. */
const most = 5;

/** Workflows that wait, failed or are blocked, each with its question, which can be answered there. */
export function WorkAttention({ workspace, writable }: WorkAttentionProps) {
  const list = useWorkList((state) => (state.workspace === workspace ? state.list : null));
  useCheckWork(workspace);
  const failed = useFailedChecks((state) => state.failed);
  const areChecksKnown = useAreChecksKnown(workspace);
  const isMeant = (one: WorkflowSummary): boolean => needsYou(one) || (one.where === 'active' && failed.has(one.id));
  const waiting = list?.kind === 'ready' && areChecksKnown ? list.workflows.filter(isMeant) : [];
  waiting.sort((one, other) => pressing(one) - pressing(other));
  const others = waiting.length - most;
  return (
    <>
      {waiting.slice(0, most).map((workflow) => (
        <AttentionCard
          key={workflow.id}
          title={titleOf(workflow)}
          where={statusNames[workflow.status]}
          onOpen={() => {
            openWorkflow('own', workflow.id, `${workflow.where} ${workflow.id}`);
            go('work');
          }}
        >
          <NeedsOf workspace={workspace} workflow={workflow} writable={writable} />
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more workflow needs', 'more workflows need')} you`}
          actions={<Button onClick={() => go('work')}>Show all work</Button>}
        >
          <p className="detail">They wait for an answer, failed, are blocked, or want a look.</p>
        </AttentionCard>
      )}
    </>
  );
}
