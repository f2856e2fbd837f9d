const halfOfPair = /[\ud800-\udfff]/;

/** The first characters of a text, of which those of other planes are one, not two. */
export function firstCharacters(text: string, count: number): string {
  const part = text.slice(0, 2 * count);
  return halfOfPair.test(part) ? [...part].slice(0, count).join('') : part.slice(0, count);
}

/** The last of them. */
export function lastCharacters(text: string, count: number): string {
  const part = text.slice(-2 * count);
  return halfOfPair.test(part) ? [...part].slice(-count).join('') : part.slice(-count);
}
