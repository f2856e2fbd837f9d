import { diff } from '@codemirror/merge';
import { mergeRegions } from '#shared/formats/merge-regions.ts';
import type { Edit } from '#shared/text/edits.ts';

/** Longer stretches are not compared character by character, which takes the square of their length. */
const maxCompared = 2000;

/** Few changes that lead from one text to another: by lines, and by characters within lines that differ. In order. */
export function changesBetween(before: string, after: string): Edit[] {
  return differingLines(linesOf(before), linesOf(after)).flatMap(({ from, was, is }) =>
    Math.max(was.length, is.length) > maxCompared
      ? [{ from, to: from + was.length, insert: is }]
      : diff(was, is, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
          from: from + fromA,
          to: from + toA,
          insert: is.slice(fromB, toB),
        })),
  );
}

/** Lines with their line ends. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Stretches of lines that differ, and where each begins in the text before. */
function differingLines(before: readonly string[], after: readonly string[]) {
  const stretches: { readonly from: number; readonly was: string; readonly is: string }[] = [];
  let [line, from, is] = [0, 0, ''];
  const endAt = (next: number): void => {
    const was = before.slice(line, next).join('');
    if (was !== is) {
      stretches.push({ from, was, is });
    }
    [line, from, is] = [next, from + was.length, ''];
  };
  for (const region of mergeRegions({ mine: after, base: before, theirs: before })) {
    if (region.changed === 'one side' && region.in === 'mine') {
      is += after.slice(region.from, region.to).join('');
    } else if (region.changed === 'one side') {
      endAt(region.from);
      const same = before.slice(region.from, region.to).join('');
      [line, from] = [region.to, from + same.length];
    }
  }
  endAt(before.length);
  return stretches;
}
