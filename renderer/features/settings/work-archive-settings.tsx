import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { type Settings, settings } from '#shared/contract/features/settings.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { LimitForm, SettingChoice } from './setting-controls.tsx';

type GivenProps = Readonly<{ workspace: string; writable: boolean; values: Settings }>;

export function WorkArchiveSettings({ workspace, writable, values }: GivenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const shared = { workspace, writable };
  return (
    <>
      <LimitForm
        {...shared}
        limit="workArchiveAfterDays"
        value={values.workArchiveAfterDays}
        label="Days until a completed workflow is archived"
        hint={`Its folder becomes one compressed file, and can be restored at any time. Default: ${settings.workArchiveAfterDays.default}.`}
      />
      <SettingChoice
        {...shared}
        label="Old archives of workflows"
        value={values.workRemoveArchived ? 'offer' : 'keep'}
        options={[
          { value: 'keep', label: 'Keep them' },
          {
            value: 'offer',
            label: 'Let me remove them',
            hint: 'You see which ones first. Nothing is removed automatically.',
          },
        ]}
        settingsFor={(choice) => ({ workRemoveArchived: choice === 'offer' })}
      />
      {values.workRemoveArchived && (
        <>
          <LimitForm
            {...shared}
            limit="workRemoveAfterDays"
            value={values.workRemoveAfterDays}
            label="Days until an archive is old"
            hint={`Counted from when the workflow was completed. Default: ${settings.workRemoveAfterDays.default}.`}
          />
          <p>
            <Button disabled={!writable} onClick={() => setIsAsking(true)}>
              Remove old archives…
            </Button>
          </p>
        </>
      )}
      {isAsking && <RemovalDialog workspace={workspace} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Shows what would be removed, and removes exactly that. */
function RemovalDialog({ workspace, onClose }: Readonly<{ workspace: string; onClose: () => void }>) {
  const { answer, problem } = useAnswer('work.previewRemoval', { workspace });
  const { busy, problem: failed, attempt } = useAttempt();
  const named = answer?.workflows.map(({ id, month }) => ({ id, month })) ?? [];
  const remove = (): Promise<void> =>
    attempt(async () => {
      const { removed, kept } = await call('work.removeArchived', { workspace, workflows: named });
      const many = counted(removed.length, 'archived workflow', 'archived workflows');
      say(kept.length === 0 ? `Removed ${many}.` : `Removed ${many}. ${kept.length} stayed: ${kept[0]?.why}`, 'done');
      onClose();
    });
  return (
    <Question
      title="Remove old archives"
      description="They are removed for good, with all their files. This can’t be undone."
      stay="Cancel"
      onStay={onClose}
      go={named.length === 0 ? 'Remove' : `Remove ${counted(named.length, 'archive', 'archives')}`}
      onGo={() => void remove()}
      look="danger"
      busy={busy}
      isReady={named.length > 0}
      problem={failed ?? problem}
    >
      {!answer && !problem && <Skeleton label="Looking at archives" />}
      {answer && <RemovableWorkflows {...answer} />}
    </Question>
  );
}

function RemovableWorkflows({ days, bytes, workflows }: Result<'work.previewRemoval'>) {
  if (workflows.length === 0) {
    return <p>No archive is over {counted(days ?? 0, 'day', 'days')} old.</p>;
  }
  return (
    <>
      <p>
        {counted(workflows.length, 'workflow', 'workflows')}, {bytesInWords(bytes)}:
      </p>
      <ul>
        {workflows.map(({ id, month, type, completedAt, bytes: size }) => (
          <li key={`${month} ${id}`}>
            <VisibleText text={type ?? id} />,{' '}
            {completedAt === null ? 'never completed' : `completed ${dateInWords(completedAt.slice(0, 10))}`},{' '}
            {bytesInWords(size)} <span className="detail">{id}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
