import { lastIndexStartingBy } from '#shared/text/last-from.ts';

/** A row of the archive list: the heading of a file, or the match with this index among all matches. */
type ArchiveRow =
  | {
      readonly kind: 'file';
      /** Its first match, which tells the file. */
      readonly match: number;
      readonly matches: number;
    }
  | { readonly kind: 'entry'; readonly match: number };

export type ArchiveLayout = ReturnType<typeof layOutArchive>;

/** Lays the list out from counts alone (for each file with a match), so that its length is known before loading. */
export function layOutArchive(perFile: readonly number[]) {
  // Row of each file's heading; each file takes one row more than it has matches.
  const starts: number[] = [];
  let rows = 0;
  for (const matches of perFile) {
    starts.push(rows);
    rows += matches + 1;
  }
  const headings = new Set(starts);
  const firsts = starts.map((start, file) => start - file);
  return {
    rows,
    headings: starts.map((index) => ({ index, level: 2 as const })),
    rowAt(index: number): ArchiveRow | undefined {
      if (index < 0 || index >= rows) {
        return undefined;
      }
      const at = lastIndexStartingBy(starts, index, (start) => start);
      const start = starts[at] ?? 0;
      return index === start
        ? { kind: 'file', match: start - at, matches: perFile[at] ?? 0 }
        : { kind: 'entry', match: index - at - 1 };
    },
    isFileRow: (index: number): boolean => headings.has(index),
    rowOf(match: number): number {
      const at = lastIndexStartingBy(firsts, match, (first) => first);
      return match + at + 1;
    },
  };
}
