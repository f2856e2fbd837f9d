import { useEffect, useReducer, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAsked, useAttempt } from '../../../api/answers.ts';
import { call, on } from '../../../api/connection.ts';
import { Fact } from '../../../entries/inspector.tsx';
import { showConversation, showConversationPlaces } from '../../../jumps.ts';
import { readKeeping, useKeeping } from '../../../services/keeping.ts';
import { say } from '../../../services/notices.ts';
import { announce } from '../../../ui/announcer.tsx';
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
  /** The entry from which the person has let conversations be read, and looks for what that finds. */
  const [allowedFrom, setAllowedFrom] = useState<string | null>(null);
  const wasAllowed = allowedFrom === entry.id;
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
  const { origins, missing, askable, unindexed } = answer;
  const isKnown = origins.length > 0 || missing !== null || askable !== null;
  if (!isKnown && unindexed !== 'unavailable' && !wasAllowed) {
    return null;
  }
  return (
    <Fact name={missing === null && origins.every(isGuess) ? 'Perhaps in' : 'Learned in'}>
      <ul>
        {origins.slice(0, maxShown).map((origin) => (
          <OneOrigin key={origin.conversation} origin={origin} />
        ))}
      </ul>
      {!isKnown && wasAllowed && unindexed !== 'unavailable' ? (
        <p className="detail" role="status">
          {unindexed === null ? 'No conversation says it.' : 'Looking through the conversations…'}
        </p>
      ) : (
        unindexed !== null &&
        (askable === null || unindexed === 'unavailable') && <p className="detail">{notLookedUp[unindexed]}</p>
      )}
      {missing !== null && <Missing {...missing} onAllowed={() => setAllowedFrom(entry.id)} />}
      {origins.length === 0 && askable !== null && (
        <div className="stack-1">
          <p className="detail">
            A conversation with {askable.assistant}. Contexture reads those in <VisibleText text={askable.folder} />{' '}
            once you allow it, and changes nothing there.
          </p>
          <div>
            <ReadThem place={askable.place} onAllowed={() => setAllowedFrom(entry.id)} />
          </div>
        </div>
      )}
    </Fact>
  );
}

/** A conversation that the memory names and that isn't shown: it is gone, or the person has not let it be read. */
function Missing({
  name,
  unread,
  onAllowed,
}: NonNullable<Result<'conversations.origin'>['missing']> & Pick<ReadThemProps, 'onAllowed'>) {
  return unread === null ? (
    <p className="detail">
      <VisibleText text={name} />: not among the conversations on this computer
    </p>
  ) : (
    <>
      <p className="detail">
        A conversation with {unread.assistant}. Contexture reads those in <VisibleText text={unread.folder} /> once you
        allow it, and changes nothing there.
      </p>
      <ReadThem place={unread.place} onAllowed={onAllowed} />
    </>
  );
}

type ReadThemProps = Readonly<{ place: string | null; onAllowed: () => void }>;

/** Lets the conversations of a place be read, and has them looked through. */
function ReadThem({ place, onAllowed }: ReadThemProps) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <>
      {place === null ? (
        <Button onClick={showConversationPlaces}>Choose what is read…</Button>
      ) : (
        <Button
          disabled={busy}
          onClick={() =>
            void attempt(async () => {
              await call('conversations.approve', { place, approved: true });
              onAllowed();
              say(
                'These conversations are read now. “Where conversations are read”, in Conversations, takes that back.',
              );
              await call('conversations.index', {});
            })
          }
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
  text: ' · guessed: much the same was said there',
  time: ' · guessed: it went on at that time',
};

const notLookedUp = {
  unavailable: 'What was said in conversations can’t be looked up on this computer.',
  unread: 'Some conversations haven’t been searched yet. Open Conversations to search them.',
} as const;

function OneOrigin({ origin }: Readonly<{ origin: Origin }>) {
  const { conversation, title, assistant, startedAt, lastSaidAt, changedAt, at, how, isInferred } = origin;
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
        {assistant}, {dateInWords(dayOfMoment(lastSaidAt ?? changedAt))}
        {said[how]}
        {how === 'named' &&
          isInferred &&
          (at === null ? ' · one of several with the title it names' : ' · guessed where in it')}
      </p>
      <KeepIt id={conversation} />
    </li>
  );
}

/** Has a conversation kept from here, as its program may delete it. */
function KeepIt({ id }: Readonly<{ id: string }>) {
  const keeping = useKeeping();
  const { busy, problem, attempt } = useAttempt();
  if (keeping === null) {
    return null;
  }
  return (
    <>
      {keeping.kept.some((one) => one.id === id) ? (
        <p className="detail">A copy of this conversation is kept.</p>
      ) : (
        <Button
          disabled={busy}
          onClick={() =>
            void attempt(async () => {
              await call('conversations.keep', { id }).finally(readKeeping);
              announce('A copy is kept.');
            })
          }
        >
          Keep this conversation
        </Button>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}
