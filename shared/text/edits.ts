/** Replaces the text from `from` up to `to` (UTF-16 offsets into a known text) by `insert`. */
export type Edit = { readonly from: number; readonly to: number; readonly insert: string };

/** Applies edits to a text, in any order (at one place, in the given one). Throws if they overlap or lie outside. */
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

/** Sorts edits by place; an insertion comes before a replacement that starts at the same place. */
const inOrder = (edits: readonly Edit[]): Edit[] => [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
