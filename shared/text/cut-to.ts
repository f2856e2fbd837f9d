/** A text of at most so many characters; a longer one ends with “…” as the last of them. */
export const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
