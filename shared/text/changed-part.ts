/** The part of a text that is not as it was: all but what both begin and end with. */
export function changedPart(before: string, after: string): { readonly from: number; readonly to: number } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) {
    from += 1;
  }
  let ends = 0;
  while (ends < shorter - from && before.at(-1 - ends) === after.at(-1 - ends)) {
    ends += 1;
  }
  return { from, to: after.length - ends };
}
