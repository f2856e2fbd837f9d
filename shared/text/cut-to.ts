/** Cuts a text to so many characters; a longer one ends with “…”, and no character is cut in two. */
export const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
