import type { StoryStep } from '#shared/contract/features/history.ts';

/** True if a step gives the text of the entry from then on. */
export const isTextOf = ({ what }: Pick<StoryStep, 'what'>): boolean => what !== 'archived' && what !== 'removed';

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
