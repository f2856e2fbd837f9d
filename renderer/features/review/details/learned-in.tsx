import { useEffect, useReducer } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAsked, useAttempt } from '../../../api/answers.ts';
import { call, on } from '../../../api/connection.ts';
import { Fact } from '../../../entries/inspector.tsx';
import { showConversation, showConversationPlaces } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import styles from './review-inspector.module.css';

/** So long an entry has to be looked at before its conversation is looked for. */
const pause = 250;
/** More of them prove less. */
const maxShown = 3;

/** The conversations an entry was learned in, or may have been. Nothing where nothing is known. */
export function LearnedIn({ workspace, entry }: Readonly<{ workspace: string; entry: EntryView }>) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', again), []);
  useEffect(() => on('conversations.indexing', ({ state }) => state === 'complete' && again()), []);
  const asked = { workspace, entry: refOf(entry) };
  const reason = JSON.stringify([asked, turn]);
  const { answer } = useAsked(
    reason,
    async (options) => ({ of: entry.id, ...(await call('conversations.origin', asked, options)) }),
    pause,
  );
  if (answer === null || answer.of !== entry.id) {
    return null;
  }
  if (answer.origins.length === 0 && answer.missing === null && answer.unindexed !== 'unavailable') {
    return null;
  }
  return (
    <Fact name={answer.missing === null && answer.origins.every(isGuess) ? 'Perhaps in' : 'Learned in'}>
      <ul>
        {answer.origins.slice(0, maxShown).map((origin) => (
          <OneOrigin key={origin.conversation} origin={origin} />
        ))}
      </ul>
      {answer.unindexed !== null && <p className="detail">{notLookedUp[answer.unindexed]}</p>}
      {answer.missing !== null && <Missing {...answer.missing} />}
    </Fact>
  );
}

/** A conversation that the memory names and that isn't shown: it is gone, or the person has not let it be read. */
function Missing({ name, unread }: NonNullable<Result<'conversations.origin'>['missing']>) {
  const { busy, problem, attempt } = useAttempt();
  if (unread === null) {
    return (
      <p className="detail">
        <VisibleText text={name} />: not among the conversations on this computer
      </p>
    );
  }
  const { place, assistant, folder } = unread;
  return (
    <>
      <p className="detail">
        A conversation with {assistant}, in <VisibleText text={folder} />, which may not be read yet. Nothing is written
        there.
      </p>
      {place === null ? (
        <Button onClick={showConversationPlaces}>Choose what is read…</Button>
      ) : (
        <Button
          disabled={busy}
          onClick={() => void attempt(() => call('conversations.approve', { place, approved: true }))}
        >
          Read these conversations
        </Button>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

/** Nothing is written down of it: what was said, or when, speaks for it. */
const isGuess = ({ how }: Origin): boolean => how === 'text' || how === 'time';

const said: Readonly<Record<OriginKind, string>> = {
  remembered: '',
  named: '',
  written: ' · wrote this file with this text',
  text: ' · much the same was said there, which is inferred',
  time: ' · went on at that time, which is inferred',
};

const notLookedUp = {
  unavailable: 'What was said in conversations can’t be looked up on this computer.',
  unread: 'Not all conversations have been looked through yet. Opening Conversations does that.',
} as const;

function OneOrigin({ origin }: Readonly<{ origin: Origin }>) {
  const { conversation, title, assistant, startedAt, changedAt, at, how, isInferred } = origin;
  return (
    <li>
      <Button
        look="link"
        className={styles['conversation']}
        onClick={() => showConversation({ id: conversation, title, assistant, startedAt, changedAt }, at)}
      >
        <VisibleText text={nameOfConversation({ title, id: conversation })} />
      </Button>
      <p className="detail">
        {assistant}, {dateInWords(dayOfMoment(changedAt))}
        {said[how]}
        {how === 'named' &&
          isInferred &&
          (at === null ? ' · one of several with the title it names' : ' · the place in it is inferred')}
      </p>
    </li>
  );
}
