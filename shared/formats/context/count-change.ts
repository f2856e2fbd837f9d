import { applyEdits } from '../../text/edits.ts';
import type { MemoryDocument } from '../document.ts';
import { countChange, newFrontmatter } from './frontmatter-edits.ts';
import { readContext } from './read-document.ts';

/** Counts a change in the frontmatter; returns the document unchanged if its text is. */
export function withChangeCounted(before: MemoryDocument, after: MemoryDocument, today: string): MemoryDocument {
  if (after.text === before.text) {
    return before;
  }
  const edits = countChange(after, today, after.words);
  return edits.length === 0 ? after : readContext(applyEdits(after.text, edits), after);
}

/** Sets the three counted values of an earlier text to their present ones: they never count back. */
export function withValuesOf(now: MemoryDocument, wanted: MemoryDocument): MemoryDocument {
  const edits = (['lastUpdated', 'version', 'tokenEstimate'] as const).flatMap((field) => {
    const [from, to] = [now.frontmatter[field], wanted.frontmatter[field]];
    return from && to && from.value !== null && from.written !== to.written
      ? [{ ...to.range, insert: from.written }]
      : [];
  });
  return edits.length === 0 ? wanted : readContext(applyEdits(wanted.text, edits), wanted);
}

/** Prepares a missing or blank file for writing; its white space stays. */
export function beginContext(document: MemoryDocument, today: string): MemoryDocument {
  const { text } = document;
  if (text.replace(/^\uFEFF/, '').trim() !== '') {
    return document;
  }
  const { lineEnd, frontmatter } = document;
  const start = `${newFrontmatter(today, 1, 0, lineEnd)}${lineEnd}# Global Context${lineEnd}`;
  return readContext(applyEdits(text, [{ from: frontmatter.start, to: frontmatter.start, insert: start }]));
}
