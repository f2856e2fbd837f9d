import { z } from 'zod';

/** Answers that come in pages. */

export const from = z
  .int()
  .min(0)
  .describe('How many of what is found to pass over: the answer says where its next page begins.');

/** Lines and, below, characters that an answer lists at most; a single line may be longer. */
export const maxFound = 200;
const maxCharacters = 60_000;

/** Takes the first lines that fit in one answer. */
export function firstPage<T extends { readonly text: string }>(matches: readonly T[]): T[] {
  let characters = 0;
  const past = matches.findIndex(({ text }, index) => {
    characters += text.length + 1;
    return index === maxFound || (index > 0 && characters > maxCharacters);
  });
  return matches.slice(0, past < 0 ? matches.length : past);
}

/** Says which results follow, and where the next page begins; empty if all follow. */
export function which(matches: number, from: number, listed: number): string {
  if (listed === matches) {
    return '';
  }
  if (listed === 0) {
    return `; none of them from ${from} on`;
  }
  const next = from + listed < matches ? `; the next with from: ${from + listed}` : '';
  return `, of which ${from + 1} to ${from + listed} follow${next}`;
}
