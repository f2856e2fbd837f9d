import { aroundLinesInCommon } from './merge-regions.ts';

/** Stretch of lines that differs in another text, and its start in the text before. */
export type DifferingLines = { readonly from: number; readonly was: string; readonly is: string };

/** Finds the stretches of lines that differ between two texts, with their line ends, in order. */
export function differingLines(before: string, after: string): DifferingLines[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const stretches: DifferingLines[] = [];
  let [line, from, is] = [0, 0, ''];
  const endAt = (next: number): void => {
    const was = old.slice(line, next).join('');
    if (was !== is) {
      stretches.push({ from, was, is });
    }
    [line, from, is] = [next, from + was.length, ''];
  };
  for (const region of aroundLinesInCommon({ mine: now, base: old, theirs: old })) {
    if (region.changed === 'one side' && region.in === 'mine') {
      is += now.slice(region.from, region.to).join('');
    } else if (region.changed === 'one side') {
      endAt(region.from);
      const same = old.slice(region.from, region.to).join('');
      [line, from] = [region.to, from + same.length];
    }
  }
  endAt(old.length);
  return stretches;
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
