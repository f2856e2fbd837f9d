import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { showConversation } from '../../jumps.ts';
import { say } from '../../services/notices.ts';
import { readSaved, useSaved } from '../../services/saved-conversations.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { counted } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment } from '../../wording/dates.ts';
import { leavingSoon, readOldest } from './leaving-soon.ts';

/** Most conversations shown one by one; Conversations has the others. */
const most = 3;

export function ConversationsAttention() {
  const saving = useSaved();
  const { answer } = useAsked('once', readOldest);
  if (saving === null || answer === null) {
    return null;
  }
  const leaving = leavingSoon(answer, saving.kept, Date.now());
  const others = leaving.length - most;
  return (
    <>
      {leaving.slice(0, most).map((conversation) => (
        <DeletionCard key={conversation.id} conversation={conversation} />
      ))}
      {others > 0 && (
        <AttentionCard
          title={`${counted(others, 'more conversation is', 'more conversations are')} about to be deleted`}
          actions={<Button onClick={() => go('conversations')}>Show conversations</Button>}
        >
          <p className="detail">Within a week, by the programs that keep them.</p>
        </AttentionCard>
      )}
    </>
  );
}

function DeletionCard({ conversation }: Readonly<{ conversation: Conversation }>) {
  const { id, assistant, deletedAt } = conversation;
  const { busy, problem, attempt } = useAttempt();
  return (
    <AttentionCard
      title={nameOfConversation(conversation)}
      where="about to be deleted"
      actions={
        <>
          <Button
            disabled={busy}
            onClick={() =>
              void attempt(async () => {
                await call('conversations.keep', { id }).finally(readSaved);
                say('A copy is saved', 'done', `It stays, whatever ${assistant} deletes.`);
              })
            }
          >
            Save a copy
          </Button>
          <Button onClick={() => showConversation(conversation, null)}>Open</Button>
        </>
      }
    >
      <p>
        {assistant} will delete this conversation
        {deletedAt !== null && ` on ${dateInWords(dayOfMoment(deletedAt))}`} unless you continue it.
      </p>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </AttentionCard>
  );
}
