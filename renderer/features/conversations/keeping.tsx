import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Keeping, KeepRule } from '#shared/contract/features/conversation-keeping.ts';
import { useAttempt } from '../../api/answers.ts';
import { call, on, onConnect } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Question } from '../../ui/question.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import type { OpenedConversation } from './conversations-store.ts';

const useKeepingStore = create<{ readonly keeping: Keeping | null }>(() => ({ keeping: null }));

const readKeeping = (): void =>
  void call('conversations.keeping', {})
    .then((keeping) => useKeepingStore.setState({ keeping }))
    .catch(() => undefined);

/** What is kept, as it changes; null until it is known. */
export function useKeeping(): Keeping | null {
  useEffect(() => {
    readKeeping();
    const offs = [onConnect(readKeeping), on('conversations.changed', readKeeping)];
    return () => {
      for (const off of offs) {
        off();
      }
    };
  }, []);
  return useKeepingStore((state) => state.keeping);
}

/** Whether there is a copy of a conversation, as far as that has been read. */
export const useKept = (id: string): boolean =>
  useKeepingStore(({ keeping }) => keeping?.kept.some((one) => one.id === id) ?? false);

/** Whether a conversation stays when its program deletes it, and what that takes. */
export function KeepPanel({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const keeping = useKeeping();
  const { busy, problem, attempt } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  if (keeping === null) {
    return null;
  }
  const { id } = conversation;
  const kept = keeping.kept.find((one) => one.id === id);
  const refused = keeping.problems.find((one) => one.id === id);
  const change = (work: () => Promise<unknown>): void => void attempt(() => work().finally(readKeeping));
  const remove = (evenLast: boolean): void => change(() => call('conversations.removeCopy', { id, evenLast }));
  return (
    <section className="stack-2" aria-label="Keeping it">
      <p className="quiet">
        {kept === undefined
          ? 'A copy stays when its program deletes the conversation.'
          : `Kept on ${momentInWords(kept.keptAt)}: ${bytesInWords(kept.bytes)}.${kept.isLast ? ' The copy is all there is of it.' : ''}`}
      </p>
      <div className="wrap-close">
        <Button disabled={busy} onClick={() => change(() => call('conversations.keep', { id }))}>
          {kept === undefined ? 'Keep a copy' : 'Bring the copy up to date'}
        </Button>
        {kept !== undefined && (
          <Button disabled={busy} onClick={() => (kept.isLast ? setAsking(true) : remove(false))}>
            Remove the copy
          </Button>
        )}
      </div>
      <Rules conversation={conversation} keeping={keeping} onChange={change} />
      {refused && <FieldProblem>{refused.message}</FieldProblem>}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {isAsking && (
        <Question
          title="Remove the last copy?"
          description="Its program has deleted it. Without the copy nothing is left of it."
          stay="Keep it"
          onStay={() => setAsking(false)}
          go="Remove it for good"
          onGo={() => {
            setAsking(false);
            remove(true);
          }}
          look="danger"
          first="stay"
        />
      )}
    </section>
  );
}

type RulesProps = Readonly<{
  conversation: OpenedConversation;
  keeping: Keeping;
  onChange: (work: () => Promise<unknown>) => void;
}>;

/** Whether all conversations like this one are kept, without being asked for each. */
function Rules({ conversation, keeping, onChange }: RulesProps) {
  const { rules, used, limit } = keeping;
  const { assistant, project } = conversation;
  const folder = project?.path ?? null;
  const choices: readonly { readonly rule: KeepRule; readonly name: string }[] = [
    ...(folder === null
      ? []
      : [{ rule: { assistant, project: folder }, name: `Keep all in ${project?.name} with ${assistant}` }]),
    { rule: { assistant, project: null }, name: `Keep all with ${assistant}` },
  ];
  const isSame = (one: KeepRule, other: KeepRule): boolean =>
    one.assistant === other.assistant && one.project === other.project;
  return (
    <>
      {choices.map(({ rule, name }) => {
        const isOn = rules.some((one) => isSame(one, rule));
        return (
          <label key={name} className="choice">
            <input
              type="checkbox"
              checked={isOn}
              onChange={() => {
                const next = isOn ? rules.filter((one) => !isSame(one, rule)) : [...rules, rule];
                // At once, and as it turned out once that is known.
                useKeepingStore.setState({ keeping: { ...keeping, rules: next } });
                onChange(() => call('conversations.setKeeping', { rules: next }));
              }}
            />
            {name}
          </label>
        );
      })}
      <p className="detail">
        Copies take {bytesInWords(used)} of the {bytesInWords(limit)} that rules may use.
      </p>
    </>
  );
}
