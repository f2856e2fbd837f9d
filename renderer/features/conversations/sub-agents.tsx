import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAnswer } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { type OpenedConversation, readConversation } from './conversations-store.ts';

/** The conversations of the sub-agents that this one called, to be read. */
export function SubAgents({ conversation: { id, subagents = 0 } }: Readonly<{ conversation: OpenedConversation }>) {
  return subagents === 0 ? null : <Called key={id} by={id} />;
}

const maxShown = 200;

function Called({ by }: Readonly<{ by: string }>) {
  const { answer, problem } = useAnswer('conversations.list', { parent: by, limit: maxShown });
  return (
    <section aria-label="Sub-agents">
      <h3 className="title">Sub-agents</h3>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      <ul className="ruled">
        {answer?.conversations.map((called) => (
          <li key={called.id}>
            <Button look="link" onClick={() => readConversation(called)}>
              <VisibleText text={nameOfConversation(called)} />
            </Button>
            <p className="detail">{momentInWords(called.startedAt ?? called.changedAt)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
