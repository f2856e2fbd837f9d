import { useEffect, useReducer } from 'react';
import type { Origin, OriginKind } from '#shared/contract/features/conversation-origin.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { nameOfConversation } from '#shared/wording/conversations.ts';
import { useAsked } from '../../../api/answers.ts';
import { call, on } from '../../../api/connection.ts';
import { Fact } from '../../../entries/inspector.tsx';
import { showConversation, showConversationPlaces } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { dateInWords, dayOfMoment } from '../../../wording/dates.ts';

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
      {answer.missing !== null && (
        <p className="detail">
          <VisibleText text={answer.missing.name} />
          {answer.missing.unread === null ? (
            ': not among the conversations on this computer'
          ) : (
            <>
              : in <VisibleText text={answer.missing.unread.folder} />, where conversations with{' '}
              {answer.missing.unread.assistant} may not be read yet.{' '}
              <Button look="link" onClick={showConversationPlaces}>
                Choose what is read…
              </Button>
            </>
          )}
        </p>
      )}
    </Fact>
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
  unavailable: 'There is no index of conversations on this computer, so what was said in them was not looked up.',
  unread: 'Not all conversations are in the index yet: opening Conversations fills it.',
} as const;

function OneOrigin({ origin }: Readonly<{ origin: Origin }>) {
  const { conversation, title, assistant, startedAt, changedAt, at, how, isInferred } = origin;
  return (
    <li>
      <Button
        look="link"
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
