/** 1, "entry", "entries" → "1 entry"; 1742 → "1742 entries". */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
