import type { LearnedEntry, LearnedFate } from '#shared/contract/features/conversation-origin.ts';
import { sameRef } from '#shared/entries/entry.ts';
import { useAnswer, useEventTurns } from '../../api/answers.ts';
import { showEntryOf } from '../../entries/show-entry.ts';
import { attempt } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type LearnedHereProps = Readonly<{ workspace: string; conversation: string; onShow: (at: number) => void }>;

/** Milliseconds to wait, since all memories are read for this: changes that come together are read once. */
const pause = 250;

const fates: Readonly<Record<LearnedFate, string>> = {
  there: 'Still there',
  corrected: 'Corrected since:',
  archived: 'Archived since',
  removed: 'No longer there',
};

const from: Readonly<Record<LearnedEntry['how'], string>> = {
  remembered: 'remembered by you',
  named: 'as the memory says',
  written: 'written by the assistant',
};

export function LearnedHere({ workspace, conversation, onShow }: LearnedHereProps) {
  const [turn] = useEventTurns('conversations.changed', 'context.changed');
  const { answer } = useAnswer('conversations.learned', { workspace, conversation }, turn, turn === 0 ? 0 : pause);
  if (answer === null || answer.learned.length === 0) {
    return null;
  }
  return (
    <section className="stack-2" aria-label="Learned here">
      <h3 className="title">Learned here</h3>
      <ul className="ruled">
        {answer.learned.map((one) => (
          <LearnedItem key={`${one.memory.path} ${one.at} ${one.text}`} learned={one} onShow={onShow} />
        ))}
      </ul>
    </section>
  );
}

type LearnedItemProps = Readonly<{ learned: LearnedEntry; onShow: (at: number) => void }>;

function LearnedItem({ learned: { memory, how, text, at, fate, entry }, onShow }: LearnedItemProps) {
  return (
    <li className="breaks">
      <VisibleText as="p" dir="auto" text={text} />
      <p className="detail">
        <VisibleText text={memory.name} />, {from[how]}
      </p>
      <p className="detail">
        {fates[fate]} {fate === 'corrected' && entry !== null && <VisibleText as="span" dir="auto" text={entry.text} />}
      </p>
      <div className="wrap-close">
        {entry !== null && (
          <Button
            look="link"
            onClick={() =>
              attempt(
                showEntryOf(memory.path, (entries) => entries.find((one) => sameRef(one, entry.ref))),
                'It could not be shown',
              )
            }
          >
            Show in Review
          </Button>
        )}
        {at !== null && (
          <Button look="link" onClick={() => onShow(at)}>
            {how === 'written' ? 'Where it was written' : 'Where it was said'}
          </Button>
        )}
      </div>
    </li>
  );
}
