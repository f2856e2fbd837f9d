import { expect, test } from 'vitest';
import type { StoryStep } from '#shared/contract/features/history.ts';
import { storyWithVerbs } from './entry-story.tsx';

const entry = {
  category: 'fact' as const,
  key: 'tea',
  value: 'green',
  date: null,
  confidence: 'certain' as const,
  raw: '- tea: green',
  tokens: 2,
  ordinal: 0,
};
const step = (what: StoryStep['what'], who: StoryStep['who']): StoryStep => ({
  what,
  who,
  name: null,
  position: 1,
  at: 0,
  entry,
  before: null,
});

test('words a story by its actions; a returned entry was brought back', () => {
  const steps = [
    step('reworded', 'outside'),
    step('came', 'person'),
    step('archived', 'app'),
    step('reworded', 'person'),
    step('came', 'person'),
    step('removed', 'assistant'),
    step('came', 'assistant'),
  ];
  expect(storyWithVerbs(steps).map(({ verb }) => verb)).toEqual([
    'Changed',
    'Restored',
    'Archived',
    'Corrected',
    'Restored',
    'Removed',
    'Learned',
  ]);
  expect(storyWithVerbs([step('came', 'person')])[0]?.verb).toBe('Added');
  expect(storyWithVerbs([step('known', 'outside')])[0]?.verb).toBe('Known since');
});
