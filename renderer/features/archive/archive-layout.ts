/** What stands at a row of the archive list: the heading of a file, or the match with this place among all matches. */
type ArchiveRow =
  | {
      readonly kind: 'file';
      /** Its first match, which says which file it is. */
      readonly match: number;
      readonly matches: number;
    }
  | { readonly kind: 'entry'; readonly match: number };

/** The archive list laid out from counts alone, so that nothing has to be loaded to know how long it is. */
export type ArchiveLayout = {
  readonly rows: number;
  readonly files: number;
  rowAt(index: number): ArchiveRow | null;
  isFileRow(index: number): boolean;
  /** The row at which a match stands. */
  rowOf(match: number): number;
};

/** @param perFile how many match in each file that has any, in list order */
export function layOutArchive(perFile: readonly number[]): ArchiveLayout {
  // Row of each file's heading; each file takes one row more than it has matches.
  const starts: number[] = [];
  let rows = 0;
  for (const matches of perFile) {
    starts.push(rows);
    rows += matches + 1;
  }
  const headings = new Set(starts);
  const fileAt = (fits: (index: number) => boolean): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  };
  return {
    rows,
    files: starts.length,
    rowAt(index) {
      if (index < 0 || index >= rows) {
        return null;
      }
      const at = fileAt((file) => (starts[file] ?? 0) <= index);
      const start = starts[at] ?? 0;
      return index === start
        ? { kind: 'file', match: start - at, matches: perFile[at] ?? 0 }
        : { kind: 'entry', match: index - at - 1 };
    },
    isFileRow: (index) => headings.has(index),
    rowOf(match) {
      const at = fileAt((file) => (starts[file] ?? 0) - file <= match);
      return match + at + 1;
    },
  };
}
