/** 1742 → "1,742". A browser takes ten milliseconds to make an `Intl.NumberFormat`, and the page begins with counts. */
export const countInWords = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** 1, "entry", "entries" → "1 entry"; 1742 → "1742 entries". */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** How many characters a text has as people and Python count them: those of other planes are one, not two. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
  }
  return count;
}
