import { refOf } from '#shared/entries/entry.ts';
import { twinsTitle } from '#shared/twins/words.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { showTwins } from '../../jumps.ts';
import { AttentionCard } from '../../ui/attention-card.tsx';
import { Button } from '../../ui/button.tsx';
import { settleTwins, useTwins } from './twins-store.ts';
import { saidTwiceInWords } from './twins-strip.tsx';

/** Most twins shown one by one; the full list has the others. */
const most = 3;

export function TwinsAttention({ workspace, writable }: Readonly<{ workspace: string; writable: boolean }>) {
  const { twins, open } = useTwins();
  const contradictions = twins.filter(({ kind, right }) => kind === 'key' && !right).slice(0, most);
  const others = open - contradictions.length;
  const other = twins.find((one) => !one.right && !contradictions.includes(one));
  return (
    <>
      {contradictions.map((one) => (
        <AttentionCard
          key={one.id}
          title={twinsTitle(one, subjectFrom)}
          actions={
            <>
              <Button onClick={() => void settleTwins(workspace, one, { choice: 'right' })}>
                {one.count === 2 ? 'Both are right' : 'All are right'}
              </Button>
              <Button onClick={() => showTwins()}>Compare…</Button>
            </>
          }
        >
          <ul className="stack-2">
            {one.entries.slice(0, most).map((entry) => (
              <li key={`${entry.ordinal} ${entry.raw}`} className="row">
                <span className="grow as-written" dir="auto">
                  <EntryText entry={{ key: null, value: entry.value }} />
                </span>
                {writable && (
                  <Button
                    aria-label={`Keep only “${entry.value}”`}
                    onClick={() => void settleTwins(workspace, one, { choice: 'keep', entry: refOf(entry) })}
                  >
                    Keep this
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </AttentionCard>
      ))}
      {others > 0 && (
        <AttentionCard
          title={saidTwiceInWords(others, other)}
          actions={<Button onClick={() => showTwins()}>Compare…</Button>}
        >
          <p className="detail">Keep one of each, or merge them.</p>
        </AttentionCard>
      )}
    </>
  );
}
