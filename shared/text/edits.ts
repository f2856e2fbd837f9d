/** Replaces the text from `from` up to `to` (UTF-16 offsets into a known text) by `insert`. */
export type Edit = { readonly from: number; readonly to: number; readonly insert: string };

/** The text with all edits, in any order (at one place, in the given one). Throws where they overlap or lie outside. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of inOrder(edits)) {
    if (edit.from < at || edit.to < edit.from || edit.to > text.length) {
      throw new RangeError(
        `Edit ${edit.from}–${edit.to} overlaps another or lies outside the text of ${text.length}; ${at} was reached.`,
      );
    }
    parts.push(text.slice(at, edit.from), edit.insert);
    at = edit.to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** By place; an insertion stands before a replacement that starts where it is made. */
const inOrder = (edits: readonly Edit[]): Edit[] => [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
