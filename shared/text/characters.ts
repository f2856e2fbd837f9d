/** The first characters of a text, of which those of other planes are one, not two. */
export const firstCharacters = (text: string, count: number): string =>
  [...text.slice(0, 2 * count)].slice(0, count).join('');

/** The last of them. */
export const lastCharacters = (text: string, count: number): string =>
  [...text.slice(-2 * count)].slice(-count).join('');
