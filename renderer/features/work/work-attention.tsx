import { go } from '../../api/navigation.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../wording/counts.ts';
import { NeedsOf } from './needs-you.tsx';
import { useAreChecksKnown, useCheckWork, useFailedChecks } from './use-failed-checks.ts';
import { byPressing, ownItem } from './work-items.ts';
import { ownWork } from './work-list.ts';
import { openWorkflow } from './work-store.ts';

type WorkAttentionProps = Readonly<{ workspace: string; writable: boolean }>;

/** Most workflows shown one by one; Work has the others. */
const most = 5;

export function WorkAttention({ workspace, writable }: WorkAttentionProps) {
  const { workflows, problem } = ownWork.useOf(workspace);
  useCheckWork(workspace);
  const failed = useFailedChecks((state) => state.failed);
  const areChecksKnown = useAreChecksKnown(workspace);
  const waiting = (problem === null && areChecksKnown ? workflows : [])
    .map((one) => ownItem(one, failed.has(one.id)))
    .filter(({ group }) => group === 'Needs you')
    .sort(byPressing);
  const others = waiting.length - most;
  return (
    <>
      {waiting.slice(0, most).map(({ id, key, title, state, workflow }) => (
        <AttentionCard
          key={id}
          title={title}
          where={state}
          onOpen={() => {
            openWorkflow('own', id, key);
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
