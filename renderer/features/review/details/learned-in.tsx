import { useEffect } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { Origin } from '#shared/contract/features/conversation-origin.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAsked, useAttempt, useEventTurns } from '../../../api/answers.ts';
import { call, on } from '../../../api/connection.ts';
import { useFindingsIn, withoutSecrets } from '../../../entries/findings/findings.ts';
import { showConversation, showConversationPlaces, showConversationSearch } from '../../../jumps.ts';
import { say } from '../../../services/notices.ts';
import { readSaved, useSaved } from '../../../services/saved-conversations.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { dateInWords, dayOfMoment } from '../../../wording/dates.ts';
import styles from './review-inspector.module.css';
import { tellingWords } from './telling-words.ts';

/** Time an entry has to be looked at before its conversation is looked for, in milliseconds. */
const pause = 250;
/** More conversations prove less. */
const maxShown = 3;

const unknown: Result<'conversations.origin'> = { origins: [], missing: null, askable: null };

/** Conversations an entry was learned in; a search for it if none is recorded. */
export function LearnedIn({ workspace, entry }: Readonly<{ workspace: string; entry: EntryView }>) {
  const [turn, again] = useEventTurns('conversations.changed');
  useEffect(() => on('conversations.indexing', ({ state }) => state === 'complete' && again()), [again]);
  const safe = withoutSecrets(entry, useFindingsIn(entry));
  const params = { workspace, entry: refOf(entry) };
  const reason = JSON.stringify([params, turn]);
  const { answer } = useAsked(
    reason,
    async (options) => ({ of: entry.id, ...(await call('conversations.origin', params, options)) }),
    pause,
  );
  const { origins, missing, askable } = answer?.of === entry.id ? answer : unknown;
  const unread = missing?.unread ?? askable;
  return (
    <>
      {origins.length > 0 && (
        <ul>
          {origins.slice(0, maxShown).map((origin) => (
            <OneOrigin key={origin.conversation} origin={origin} />
          ))}
        </ul>
      )}
      {missing?.unread === null && (
        <p className="detail">
          <VisibleText text={missing.name} />: not among the conversations on this computer
        </p>
      )}
      {unread !== null && <ReadThem {...unread} />}
      {origins.length === 0 && unread === null && (
        <Button look="link" onClick={() => showConversationSearch(tellingWords(safe))}>
          Search conversations for this
        </Button>
      )}
    </>
  );
}

function ReadThem({ place, assistant, folder }: NonNullable<Result<'conversations.origin'>['askable']>) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <div className="stack-1">
      <p className="detail">
        A conversation with {assistant}. Contexture reads those in <VisibleText text={folder} /> once you allow it, and
        changes nothing there.
      </p>
      <div>
        {place === null ? (
          <Button onClick={showConversationPlaces}>Choose what is read…</Button>
        ) : (
          <Button
            disabled={busy}
            onClick={() =>
              void attempt(async () => {
                await call('conversations.approve', { place, approved: true });
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
      </div>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

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
        {how === 'written' && ' · wrote this file with this text'}
        {how === 'named' &&
          isInferred &&
          (at === null ? ' · one of several with the title it names' : ' · guessed where in it')}
      </p>
      <KeepIt id={conversation} />
    </li>
  );
}

/** Keeps a copy of a conversation, since its program may delete it. */
function KeepIt({ id }: Readonly<{ id: string }>) {
  const keeping = useSaved();
  const { busy, problem, attempt } = useAttempt();
  if (keeping === null) {
    return null;
  }
  return (
    <>
      {keeping.kept.some((one) => one.id === id) ? (
        <p className="detail">A copy of this conversation is saved.</p>
      ) : (
        <Button
          disabled={busy}
          onClick={() =>
            void attempt(async () => {
              await call('conversations.keep', { id }).finally(readSaved);
              announce('A copy is saved.');
            })
          }
        >
          Save this conversation
        </Button>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}
