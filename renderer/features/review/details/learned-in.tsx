import { useEffect, useReducer } from 'react';
import type { Origin } from '#shared/contract/features/conversation-origin.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useAsked } from '../../../api/answers.ts';
import { call, on } from '../../../api/connection.ts';
import { Fact } from '../../../entries/inspector.tsx';
import { showConversation } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { dateInWords, dayOfMoment } from '../../../wording/dates.ts';

/** So long an entry has to be looked at before its conversation is looked for. */
const pause = 250;
/** Of those that only the time speaks for. */
const maxShown = 3;

/** The conversations an entry was learned in, or may have been. Nothing where nothing is known. */
export function LearnedIn({ workspace, entry }: Readonly<{ workspace: string; entry: EntryView }>) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', again), []);
  const asked = { workspace, entry: refOf(entry) };
  const reason = JSON.stringify([asked, turn]);
  const { answer } = useAsked(
    reason,
    async () => ({ of: entry.id, ...(await call('conversations.origin', asked)) }),
    pause,
  );
  if (answer === null || answer.of !== entry.id || (answer.origins.length === 0 && answer.missing === null)) {
    return null;
  }
  return (
    <Fact
      name={answer.missing === null && answer.origins.every(({ how }) => how === 'time') ? 'Perhaps in' : 'Learned in'}
    >
      <ul>
        {answer.origins.slice(0, maxShown).map((origin) => (
          <OneOrigin key={origin.conversation} origin={origin} />
        ))}
      </ul>
      {answer.missing !== null && (
        <p className="detail">
          <VisibleText text={answer.missing} />: not among the conversations on this computer
        </p>
      )}
    </Fact>
  );
}

function OneOrigin({ origin }: Readonly<{ origin: Origin }>) {
  const { conversation, title, assistant, startedAt, changedAt, at, how, isInferred } = origin;
  return (
    <li>
      <Button
        look="link"
        onClick={() => showConversation({ id: conversation, title, assistant, startedAt, changedAt }, at)}
      >
        <VisibleText text={title ?? 'Untitled'} />
      </Button>
      <p className="detail">
        {assistant}, {dateInWords(dayOfMoment(changedAt))}
        {how === 'time' && ' · went on at that time'}
        {how === 'named' && isInferred && at !== null && ' · the place in it is inferred'}
      </p>
    </li>
  );
}
