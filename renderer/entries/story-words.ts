import type { StoryStep } from '#shared/contract/features/history.ts';

/** Whether a step says how the entry read from then on. */
export const isTextOf = ({ what }: Pick<StoryStep, 'what'>): boolean => what !== 'archived' && what !== 'removed';

/** Steps, newest first, each with what was done. What came where an older step took it away was brought back. */
export function toldStory(steps: readonly StoryStep[]): readonly { readonly step: StoryStep; readonly verb: string }[] {
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
