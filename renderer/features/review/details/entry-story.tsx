import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { StoryStep } from '#shared/contract/features/history.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useAttempt } from '../../../api/answers.ts';
import { call, type Problem, problemOf } from '../../../api/connection.ts';
import { EntryText } from '../../../entries/entry-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { ClampedText } from '../../../ui/clamped-text.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { WordChanges } from '../../../ui/word-changes.tsx';
import { momentInWords } from '../../../wording/dates.ts';
import { shortened } from '../../../wording/names.ts';
import { authorInWords } from '../../../wording/writers.ts';
import { tryChange } from '../changes.ts';
import styles from './entry-story.module.css';
import { isTextOf, toldStory } from './story-words.ts';

type EntryStoryProps = Readonly<{ workspace: string; entry: EntryView; writable: boolean }>;

/** What became of an entry, newest first, with the way back to each text it had. It is shown as it is read. */
export function EntryStory({ workspace, entry, writable }: EntryStoryProps) {
  const { steps, isWhole, problem } = useStory(workspace, entry);
  const { busy, problem: failure, attempt } = useAttempt();
  const restore = async ({ entry: { key, value } }: StoryStep): Promise<void> => {
    const renamed = key === entry.key ? {} : { key };
    const wrong = await tryChange([{ op: 'edit', entry: refOf(entry), value, ...renamed }], true);
    if (wrong) {
      throw new Error(wrong.message);
    }
  };
  return (
    <>
      {(failure ?? problem) && <FieldProblem>{(failure ?? problem)?.message}</FieldProblem>}
      <ol className={styles['story']} aria-label="What became of it">
        {toldStory(steps).map(({ step, verb }) => (
          <li key={`${step.position} ${step.what}`} className={styles['step']}>
            <p className="detail">
              {verb} {step.what !== 'known' && `by ${authorInWords(step)} · `}
              {momentInWords(step.at)}
            </p>
            {step.what !== 'archived' && step.what !== 'removed' && (
              <div className="as-written" dir="auto">
                <ClampedText lines={6}>
                  {step.before !== null && step.before.key === step.entry.key ? (
                    <WordChanges before={step.before.value} after={step.entry.value} />
                  ) : (
                    <EntryText entry={step.entry} />
                  )}
                </ClampedText>
              </div>
            )}
            {writable && isTextOf(step) && !saysSame(step.entry, entry) && (
              <Button
                look="link"
                disabled={busy}
                aria-label={`Restore: ${shortened(step.entry.value, 48)}`}
                onClick={() => void attempt(() => restore(step))}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!isWhole && problem === null && <p className="detail">Reading earlier versions…</p>}
    </>
  );
}

const saysSame = (one: Pick<EntryView, 'key' | 'value'>, other: Pick<EntryView, 'key' | 'value'>): boolean =>
  one.key === other.key && one.value === other.value;

/** Who has more of them looks into the history. */
const maxSteps = 200;

type Told = { readonly steps: readonly StoryStep[]; readonly isWhole: boolean; readonly problem: Problem | null };

/** The story as far as it has been read, in pages one after the other. */
function useStory(workspace: string, entry: EntryView): Told {
  const [told, setTold] = useState<Told>({ steps: [], isWhole: false, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say which entry it is, as it reads now.
  useEffect(() => {
    let current = true;
    const read = async (): Promise<void> => {
      let steps: readonly StoryStep[] = [];
      let from: Result<'history.story'>['next'] = null;
      do {
        const page: Result<'history.story'> = await call('history.story', {
          workspace,
          entry: refOf(entry),
          ...(from && { from }),
        });
        steps = [...steps, ...page.steps];
        from = page.next;
        if (current) {
          setTold({ steps, isWhole: from === null || steps.length >= maxSteps, problem: null });
        }
      } while (current && from !== null && steps.length < maxSteps);
    };
    read().catch((error: unknown) => current && setTold({ steps: [], isWhole: true, problem: problemOf(error) }));
    return () => {
      current = false;
    };
  }, [workspace, entry.id, entry.category, entry.raw]);
  return told;
}
