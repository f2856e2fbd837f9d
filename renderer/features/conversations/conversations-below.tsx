import type { Conversation } from '#shared/contract/features/conversations.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAnswer } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
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
      <Section
        title="Sub-agents"
        conversations={all.filter((one) => !isCopy(one))}
        timeOf={({ startedAt, changedAt }) => startedAt ?? changedAt}
      />
      <Section
        title="Copies"
        conversations={all.filter(isCopy)}
        timeOf={({ lastSaidAt, changedAt }) => lastSaidAt ?? changedAt}
      />
    </>
  );
}

type SectionProps = {
  readonly title: string;
  readonly conversations: readonly Conversation[];
  readonly timeOf: (conversation: Conversation) => number;
};

function Section({ title, conversations, timeOf }: SectionProps) {
  return conversations.length === 0 ? null : (
    <section aria-label={title}>
      <h3 className="title">{title}</h3>
      <ul className="ruled">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <Button look="link" onClick={() => readConversation(conversation)}>
              <VisibleText text={nameOfConversation(conversation)} />
            </Button>
            <p className="detail">{momentInWords(timeOf(conversation))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
