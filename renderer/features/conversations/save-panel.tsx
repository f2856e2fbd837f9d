import { useState } from 'react';
import type { ConversationPlace } from '#shared/contract/features/conversations.ts';
import type { SavedConversation, SaveRule, SavingState } from '#shared/contract/features/saved-conversations.ts';
import { useAttempt } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { readSaved, setSaveRules, useSaved } from '../../services/saved-conversations.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Question } from '../../ui/question.tsx';
import { bytesInWords } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { type OpenedConversation, readConversation, useConversations } from './conversations-store.ts';

/** Kinds of copy, for assistants that store many conversations in one file; each conversation is kept by itself. */
const partOf: Readonly<Partial<Record<string, string>>> = {
  chatgpt: 'The copy is its part of the export, exactly as it is there.',
  hermes:
    'Hermes keeps all conversations in one database. The copy isn’t that file: it has the rows of this conversation, as text.',
};

/** Assistants whose conversations can all be kept, each once. */
export const savableAssistants = (places: readonly ConversationPlace[]): string[] => [
  ...new Set(
    places
      .filter(({ id, state }) => state === 'approved' && partOf[id.split(':')[0] ?? ''] === undefined)
      .map(({ assistant }) => assistant),
  ),
];

export function SavePanel({ conversation }: Readonly<{ conversation: OpenedConversation }>) {
  const saving = useSaved();
  const { busy, problem, attempt } = useAttempt();
  // An earlier version exists only because it is kept.
  if (saving === null || conversation.earlier) {
    return null;
  }
  const { id, format = '' } = conversation;
  const part = partOf[format];
  const copy = saving.kept.find((one) => one.id === id);
  const refused = saving.problems.find((one) => one.id === id);
  const isLeftOut = saving.leftOut.includes(id);
  const keep = (): void => void attempt(() => call('conversations.keep', { id }).finally(readSaved));
  return (
    <section className="stack-2" aria-label="Saved copy">
      <h3 className="title">Saved copy</h3>
      <p className="quiet">{copy === undefined ? savingInWords(conversation) : savedInWords(copy)}</p>
      {part && <p className="detail">{part}</p>}
      <div className="wrap-close">
        {copy?.isLast !== true && (
          <Button disabled={busy} onClick={keep}>
            {copy === undefined ? 'Save a copy' : 'Update the copy'}
          </Button>
        )}
        {copy !== undefined && <RemoveCopy copy={copy} name="Remove the copy" />}
      </div>
      {copy !== undefined && <EarlierVersions conversation={conversation} copy={copy} />}
      {part === undefined && <Rules conversation={conversation} rules={saving.rules} />}
      {isLeftOut && <p className="detail">You removed its copy, so it isn’t saved automatically.</p>}
      {refused && <FieldProblem>{refused.message}</FieldProblem>}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      <p className="detail">
        <Button look="link" onClick={() => useConversations.setState({ savedOpen: true })}>
          Saved conversations…
        </Button>
      </p>
    </section>
  );
}

type VersionsProps = Readonly<{ conversation: OpenedConversation; copy: SavedConversation }>;

function EarlierVersions({ conversation: { title, assistant }, copy: { earlier } }: VersionsProps) {
  return earlier.length === 0 ? null : (
    <ul className="stack-1">
      {earlier.map(({ id, keptAt }) => (
        <li key={id}>
          <Button look="link" onClick={() => readConversation({ id, title, assistant })}>
            Earlier version saved on {momentInWords(keptAt)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

export const sizeOfSaved = ({ used, limit }: SavingState): string =>
  `Using ${bytesInWords(used)} of ${bytesInWords(limit).replace('.0 ', ' ')}.`;

const savingInWords = ({ assistant, deletedAt = null }: OpenedConversation): string =>
  deletedAt === null
    ? `A saved copy stays if ${assistant} deletes this.`
    : `${assistant} will delete this on ${dateInWords(dayOfMoment(deletedAt))} unless you continue it. A saved copy stays.`;

const savedInWords = ({ keptAt, isLast, hasMore }: SavedConversation): string =>
  `Saved on ${momentInWords(keptAt)}.${isLast ? ' The original is gone: this copy is all there is.' : ''}${hasMore ? ' It has what the original, rewritten since, no longer has.' : ''}`;

type RemoveCopyProps = Readonly<{ copy: SavedConversation; name: string }>;

/** Removes a copy; asks first if it is the last one of a conversation. */
export function RemoveCopy({ copy: { id, isLast, hasMore }, name }: RemoveCopyProps) {
  const { busy, problem, attempt } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const remove = (evenLast: boolean): void =>
    void attempt(() =>
      call('conversations.removeCopy', { id, evenLast })
        .catch((error: unknown) => {
          // Comparing with the original may show that more would be lost than it seemed.
          if (evenLast || problemOf(error).code !== 'value_invalid') {
            throw error;
          }
          setAsking(true);
        })
        .finally(readSaved),
    );
  return (
    <>
      <Button disabled={busy} onClick={() => (isLast || hasMore ? setAsking(true) : remove(false))}>
        {name}
      </Button>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {isAsking && (
        <Question
          title="Remove the last copy?"
          description={
            isLast
              ? 'The original is gone. Without the copy nothing is left of it.'
              : 'The original no longer has all that the copy has, as far as can be told.'
          }
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
    </>
  );
}

type RulesProps = Readonly<{ conversation: OpenedConversation; rules: readonly SaveRule[] }>;

function Rules({ conversation: { assistant, project }, rules }: RulesProps) {
  const { problem, attempt } = useAttempt();
  const folder = project?.path ?? null;
  const choices: readonly { readonly rule: SaveRule; readonly name: string }[] = [
    ...(folder === null
      ? []
      : [{ rule: { assistant, project: folder }, name: `Save all from ${assistant} in ${project?.name}` }]),
    { rule: { assistant, project: null }, name: `Save all from ${assistant}` },
  ];
  return (
    <>
      {choices.map(({ rule, name }) => (
        <RuleChoice key={name} rule={rule} name={name} rules={rules} attempt={attempt} />
      ))}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

type RuleChoiceProps = Readonly<{
  rule: SaveRule;
  name: string;
  rules: readonly SaveRule[];
  attempt: ReturnType<typeof useAttempt>['attempt'];
}>;

export function RuleChoice({ rule, name, rules, attempt }: RuleChoiceProps) {
  const isOn = rules.some((one) => isSame(one, rule));
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() =>
          void attempt(() => setSaveRules(isOn ? rules.filter((one) => !isSame(one, rule)) : [...rules, rule]))
        }
      />
      {name}
    </label>
  );
}

const isSame = (one: SaveRule, other: SaveRule): boolean =>
  one.assistant === other.assistant && one.project === other.project;
