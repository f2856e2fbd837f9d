import type { Result } from '#shared/contract/methods.ts';

export type FileMatches = Result<'archive.entries'>['perFile'][number];

/** What stands at a row of the archive list: the heading of a file, or the match with this place among all matches. */
export type ArchiveRow =
  | { readonly kind: 'file'; readonly file: FileMatches }
  | { readonly kind: 'entry'; readonly match: number };

/** The archive list laid out from counts alone, so that nothing has to be loaded to know how long it is. */
export type ArchiveLayout = {
  readonly rows: number;
  rowAt(index: number): ArchiveRow | null;
  /** The row at which a match stands. */
  rowOf(match: number): number;
};

export function layOutArchive(files: readonly FileMatches[]): ArchiveLayout {
  const shown = files.filter((file) => file.matches > 0);
  // Row of each file's heading; each file takes one row more than it has matches.
  const starts: number[] = [];
  let rows = 0;
  for (const file of shown) {
    starts.push(rows);
    rows += file.matches + 1;
  }
  const fileAt = (fits: (index: number) => boolean): number => {
    let low = 0;
    let high = shown.length - 1;
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
    rowAt(index) {
      if (index < 0 || index >= rows) {
        return null;
      }
      const at = fileAt((file) => (starts[file] ?? 0) <= index);
      const file = shown[at];
      if (!file) {
        return null;
      }
      const start = starts[at] ?? 0;
      return index === start ? { kind: 'file', file } : { kind: 'entry', match: index - at - 1 };
    },
    rowOf(match) {
      const at = fileAt((file) => (starts[file] ?? 0) - file <= match);
      return match + at + 1;
    },
  };
}
