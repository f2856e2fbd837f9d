import { applyEdits } from '../../../text/edits.ts';
import { splitLines } from '../../../text/lines.ts';
import type { MemoryDocument } from '../../document.ts';

/** Lines outside all entries, without the three frontmatter values that every change updates. */
export function linesOutside({ text, frontmatter, entries }: MemoryDocument): string[] {
  const counted = [frontmatter.lastUpdated, frontmatter.version, frontmatter.tokenEstimate].flatMap((value) =>
    value?.value == null ? [] : [{ ...value.range, insert: '…' }],
  );
  return splitLines(text)
    .filter(
      ({ from }) =>
        !entries.some(({ range, syntax }) => Math.max(from, frontmatter.start) >= range.from && from < syntax.blockEnd),
    )
    .map(({ from, end }) => {
      const within = counted.filter((edit) => edit.from >= from && edit.to <= end);
      const edits = within.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
      return applyEdits(text.slice(from, end), edits).replace(/^\uFEFF/, '');
    });
}

export function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) {
    // A last line without a line end gets one when text is added after it.
    const same =
      line === part[at] ||
      (at === part.length - 1 &&
        /^(?:\r\n|\r|\n)$/.test(line.slice(part[at]?.length)) &&
        line.startsWith(part[at] ?? ''));
    if (at < part.length && same) {
      at += 1;
    }
  }
  return at === part.length;
}
