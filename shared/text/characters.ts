const halfOfPair = /[\ud800-\udfff]/;

/** Returns the first characters of a text; those of other planes count as one, not two. */
export function firstCharacters(text: string, count: number): string {
  const part = text.slice(0, 2 * count);
  return halfOfPair.test(part) ? [...part].slice(0, count).join('') : part.slice(0, count);
}

/** Returns the last characters of a text, counted in the same way. */
export function lastCharacters(text: string, count: number): string {
  const part = text.slice(-2 * count);
  return halfOfPair.test(part) ? [...part].slice(-count).join('') : part.slice(-count);
}
