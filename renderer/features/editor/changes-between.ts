import { diff } from '@codemirror/merge';
import { differingLines } from '#shared/formats/differing-lines.ts';
import type { Edit } from '#shared/text/edits.ts';

/** Longer stretches are not compared character by character, since that takes the square of their length. */
const maxCompared = 2000;

/** A small set of changes that leads from one text to another, in order: by lines, and by characters within changed lines. */
export function editorChanges(before: string, after: string): Edit[] {
  return differingLines(before, after).flatMap(({ from, was, is }) =>
    Math.max(was.length, is.length) > maxCompared
      ? [{ from, to: from + was.length, insert: is }]
      : diff(was, is, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
          from: from + fromA,
          to: from + toA,
          insert: is.slice(fromB, toB),
        })),
  );
}
