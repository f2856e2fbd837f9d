import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAnswer } from '../../api/answers.ts';
import { RelatedItems } from '../../ui/details.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { type OpenedConversation, readConversation } from './conversations-store.ts';

/** Conversations listed below this one: those of sub-agents it called, and its copies. Each can be opened. */
export function ConversationsBelow({
  conversation: { id, subagents = 0, copies = 0 },
}: Readonly<{ conversation: OpenedConversation }>) {
  return subagents + copies === 0 ? null : <Below key={id} parent={id} />;
}

const maxShown = 200;

const isCopy = ({ marks }: Conversation): boolean => marks.includes('copy');

function Below({ parent }: Readonly<{ parent: string }>) {
  const { answer, problem } = useAnswer('conversations.list', { parent, limit: maxShown });
  const all = answer?.conversations ?? [];
  return (
    <>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      <RelatedItems
        title="Sub-agents"
        items={all.filter((one) => !isCopy(one)).map((one) => itemOf(one, one.startedAt ?? one.changedAt))}
      />
      <RelatedItems
        title="Copies"
        items={all.filter(isCopy).map((one) => itemOf(one, one.lastSaidAt ?? one.changedAt))}
      />
    </>
  );
}

const itemOf = (conversation: Conversation, time: number) => ({
  id: conversation.id,
  name: nameOfConversation(conversation),
  about: momentInWords(time),
  onOpen: () => readConversation(conversation),
});
