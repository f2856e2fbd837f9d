import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Range } from '#shared/entries/entry.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { dom } from '../../../memory-text/dom.ts';
import { placeNow, placeThen, readingOf, sameReading } from '../../../memory-text/reading.ts';
import { counted } from '../../../wording/counts.ts';

/** Foldable range under the line that ends at `end`: a heading's section, or the frontmatter. */
function foldUnder(state: EditorState, start: number, end: number): Range | null {
  return start === 0 && state.sliceDoc(start, end).startsWith('---')
    ? frontmatterFold(state, end)
    : sectionFold(state, start, end);
}

function frontmatterFold(state: EditorState, end: number): Range | null {
  const { body } = readingOf(state).document.frontmatter;
  if (!body) {
    return null;
  }
  const closing = state.doc.lineAt(placeNow(state, body.to));
  return closing.from > end ? { from: end, to: closing.to } : null;
}

function sectionFold(state: EditorState, start: number, end: number): Range | null {
  if (state.sliceDoc(start, start + 1) !== '#') {
    return null;
  }
  const { headings } = readingOf(state);
  const at = lastIndexStartingBy(headings, placeThen(state, end), (item) => item.from);
  const heading = headings[at];
  if (!heading || state.doc.lineAt(placeNow(state, heading.from)).from !== start) {
    return null;
  }
  let after = at + 1;
  while ((headings[after]?.level ?? 0) > heading.level) {
    after += 1;
  }
  const next = headings[after];
  const to = lastWrittenBefore(state, next ? placeNow(state, next.from) : state.doc.length, end);
  return to > end ? { from: end, to } : null;
}

/** End of the last line before an offset that is not blank: blank lines stay as the gap between sections. */
function lastWrittenBefore(state: EditorState, offset: number, least: number): number {
  let line = state.doc.lineAt(offset);
  if (line.from === offset && offset < state.doc.length && line.number > 1) {
    line = state.doc.line(line.number - 1);
  }
  while (line.from > least && line.text.trim() === '') {
    line = state.doc.line(line.number - 1);
  }
  return line.to;
}

function marker(isOpen: boolean): HTMLElement {
  const name = isOpen ? 'Fold this section' : 'Unfold this section';
  const look = isOpen ? 'cm-fold-marker' : 'cm-fold-marker cm-fold-closed';
  return dom('span', { class: look, title: name, 'aria-label': name, role: 'img' });
}

function placeholder(onClick: (event: Event) => void, lines: number): HTMLElement {
  const name = `${counted(lines, 'folded line', 'folded lines')}, unfold`;
  const button = dom(
    'button',
    { type: 'button', class: 'cm-fold-placeholder', title: 'Unfold', 'aria-label': name },
    counted(lines, 'line', 'lines'),
  );
  button.onclick = onClick;
  return button;
}

export const folding: Extension = [
  foldService.of(foldUnder),
  codeFolding({
    preparePlaceholder: (state, range: Range) =>
      state.doc.lineAt(range.to).number - state.doc.lineAt(range.from).number,
    placeholderDOM: (_view, onClick, lines: number) => placeholder(onClick, lines),
  }),
  foldGutter({ markerDOM: marker, foldingChanged: (update) => !sameReading(update.startState, update.state) }),
  keymap.of(foldKeymap),
];
