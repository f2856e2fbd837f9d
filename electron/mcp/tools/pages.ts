import { z } from 'zod';

/** Answers that come in pages. */

export const from = z
  .int()
  .min(0)
  .describe('How many of what is found to pass over: the answer says where its next page begins.');

/** An answer lists at most so many lines, and no more characters unless it is one line. */
export const maxFound = 200;
const maxCharacters = 60_000;

/** As many of the first as fit in one answer. */
export function page<T extends { readonly text: string }>(found: readonly T[]): T[] {
  let characters = 0;
  const past = found.findIndex(({ text }, index) => {
    characters += text.length + 1;
    return index === maxFound || (index > 0 && characters > maxCharacters);
  });
  return found.slice(0, past < 0 ? found.length : past);
}

/** Which of what was found follow, and where the next page begins; empty where all of it does. */
export function which(found: number, from: number, listed: number): string {
  if (listed === found) {
    return '';
  }
  if (listed === 0) {
    return `; none of them from ${from} on`;
  }
  const next = from + listed < found ? `; the next with from: ${from + listed}` : '';
  return `, of which ${from + 1} to ${from + listed} follow${next}`;
}
