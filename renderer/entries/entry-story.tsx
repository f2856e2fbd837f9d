import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { HistoryEntry, StoryStep } from '#shared/contract/features/history.ts';
import { pagesOf } from '#shared/contract/reading/pages.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { useAttempt } from '../api/answers.ts';
import { call, type Problem, problemOf } from '../api/connection.ts';
import { Button } from '../ui/button.tsx';
import { ClampedText } from '../ui/clamped-text.tsx';
import { FieldProblem } from '../ui/field.tsx';
import { WordChanges } from '../ui/word-changes.tsx';
import { momentInWords } from '../wording/dates.ts';
import { cutToCharacters } from '../wording/names.ts';
import { authorInWords } from '../wording/writers.ts';
import styles from './entry-story.module.css';
import { EntryText } from './entry-text.tsx';

type StoryEntry = EntryRef & Pick<HistoryEntry, 'value' | 'date' | 'confidence'>;

type EntryStoryProps = Readonly<{
  workspace: string;
  entry: StoryEntry;
  isArchived?: boolean;
  /** Restores the text of a step; null if that can't be done. @throws the reason it could not be */
  restore: ((step: StoryStep) => Promise<void>) | null;
}>;

/** History of an entry, newest first, with an action to restore each text. Shown as it loads. */
export function EntryStory({ workspace, entry, isArchived = false, restore }: EntryStoryProps) {
  const { steps, isWhole, problem } = useStory(workspace, entry, isArchived);
  const { busy, problem: failure, attempt } = useAttempt();
  return (
    <>
      {(failure ?? problem) && <FieldProblem>{(failure ?? problem)?.message}</FieldProblem>}
      <ol className={styles['story']} aria-label="What became of it">
        {storyWithVerbs(steps).map(({ step, verb }) => (
          <li key={`${step.position} ${step.what}`}>
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
            {restore !== null && isTextOf(step) && !saysSame(step.entry, entry) && (
              <Button
                look="link"
                disabled={busy}
                aria-label={`Restore: ${cutToCharacters(step.entry.value, 48)}`}
                onClick={() => void attempt(() => restore(step))}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      {isWhole && steps.length === 0 && problem === null && (
        <p className="detail">It went before the history begins.</p>
      )}
      {!isWhole && problem === null && <p className="detail">Reading earlier versions…</p>}
    </>
  );
}

const saysSame = (one: Pick<HistoryEntry, 'key' | 'value'>, other: Pick<HistoryEntry, 'key' | 'value'>): boolean =>
  one.key === other.key && one.value === other.value;

/** Older versions are in History. */
const maxSteps = 200;

type Story = { readonly steps: readonly StoryStep[]; readonly isWhole: boolean; readonly problem: Problem | null };

type StoryPlace = NonNullable<Result<'history.story'>['next']>;

/** Start of the story of an entry that is in no version from now on. */
function removedPlace({ category, key, value, date, confidence, raw, ordinal }: StoryEntry): StoryPlace {
  const entry = { category, key, value, date, confidence, raw, ordinal, tokens: 0 };
  return { position: Number.MAX_SAFE_INTEGER, entry, isGone: true };
}

function useStory(workspace: string, entry: StoryEntry, isArchived: boolean): Story {
  const [story, setStory] = useState<Story>({ steps: [], isWhole: false, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say which entry it is, as it reads now.
  useEffect(() => {
    let current = true;
    const { category, key, raw, ordinal } = entry;
    const read = async (): Promise<void> => {
      const params = { workspace, entry: { category, key, raw, ordinal } };
      const start = isArchived ? { ...params, from: removedPlace(entry) } : params;
      let steps: readonly StoryStep[] = [];
      for await (const page of pagesOf(call, 'history.story', start)) {
        steps = [...steps, ...page.steps];
        const isWhole = page.next === null || steps.length >= maxSteps;
        if (current) {
          setStory({ steps, isWhole, problem: null });
        }
        if (!current || isWhole) {
          return;
        }
      }
    };
    read().catch((error: unknown) => current && setStory({ steps: [], isWhole: true, problem: problemOf(error) }));
    return () => {
      current = false;
    };
  }, [workspace, entry.category, entry.raw, entry.ordinal, isArchived]);
  return story;
}

/** True if a step gives the text of the entry from then on. */
const isTextOf = ({ what }: Pick<StoryStep, 'what'>): boolean => what !== 'archived' && what !== 'removed';

/** Steps, newest first, each with a verb. An entry that appears after an older step removed it was restored. */
export function storyWithVerbs(
  steps: readonly StoryStep[],
): readonly { readonly step: StoryStep; readonly verb: string }[] {
  return steps.map((step, at) => ({ step, verb: verbOf(step, steps[at + 1]) }));
}

function verbOf({ what, who }: StoryStep, before: StoryStep | undefined): string {
  switch (what) {
    case 'known':
      return 'Known since';
    case 'came':
      return before !== undefined && !isTextOf(before) ? 'Restored' : who === 'person' ? 'Added' : 'Learned';
    case 'reworded':
      return who === 'person' ? 'Corrected' : 'Changed';
    case 'archived':
      return 'Archived';
    case 'removed':
      return 'Removed';
  }
}
