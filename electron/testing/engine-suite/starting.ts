import { type Environment, openIn, type World } from '../engine-world.ts';

/** A small context in several forms, over nothing. */
export const context = `---
last_updated: 2026-01-16
version: 15
# kept by hand
token_estimate: 450
---

# Global Context

## Preferences (certain)
- [2026-01-16|certain|user_correction: changed lbs to kg] unit_preference: metric
- language: English

## Patterns (likely)
- [2026-01-10] usual_time_of_day: morning

## Facts (certain)
- records: {bench_press: 185x5, squat: 225x5, deadlift: 315x3, run: 10 km in 52 minutes}

## Insights (tentative)
- [2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours
- Best workouts on Wednesday evenings
- [2025-11-01|tentative|post_query|pinned] tea: calms
`;

/** The text without the three values that every change counts. */
export function uncounted(text: string | null): string | undefined {
  return text?.replace(/^(last_updated|version|token_estimate): .*$/gm, '$1');
}

/** An update as an assistant sends it. */
export const update = (key: string, value: string, category = 'insight') => ({
  category,
  key,
  value,
  confidence: category === 'insight' ? 'tentative' : 'certain',
  source: 'post_query',
});

export type CreateWorld = (environment?: Environment) => Promise<World>;

/** An interface on a workspace with a context; null for an empty folder. */
export async function startOn(createWorld: CreateWorld, text: string | null = context) {
  const world = await createWorld();
  if (text !== null) {
    world.outside.write(world.contextPath, text);
  }
  return { world, ...(await openIn(world, { startEmpty: text === null })) };
}

/** Lets another program write just before our next exchange of a file. */
export function interfere(world: World, write: () => void): void {
  const { replace } = world.files;
  const files = world.files as { replace: World['files']['replace'] };
  files.replace = async (path, bytes) => {
    files.replace = replace;
    write();
    return replace(path, bytes);
  };
}
