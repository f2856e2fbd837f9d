import type { EditorState } from '@codemirror/state';
import { fullestOf } from '#shared/formats/loaded.ts';
import { readingOf } from '../../../memory-text/reading.ts';
import { loadedIn } from './cut-line.ts';

export function editorStatus(state: EditorState) {
  const { document, format, rules, tokens } = readingOf(state);
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return {
    // Both from 1; the column counts characters as a person does.
    line: line.number,
    column: charactersIn(line.text.slice(0, head - line.from)) + 1,
    selection: selectionOf(state),
    /** Tokens of the whole text as last read. */
    tokens,
    measure: rules.measure.name,
    /** Null if the format has none. */
    limit: format.capabilities.budget ? rules.limit : null,
    /** Fill of the fullest limit; null if the assistant reads all, however long. */
    fill: fullestOf(loadedIn(state).fills) ?? null,
    problems: document.diagnostics.filter((diagnostic) => diagnostic.severity !== 'quiet').length,
  };
}

/** Null without a selection. */
function selectionOf(state: EditorState): { readonly characters: number; readonly tokens: number } | null {
  const { measure } = readingOf(state).rules;
  let weight = 0;
  let characters = 0;
  for (const { from, to } of state.selection.ranges) {
    weight += measure.ofText(state.sliceDoc(from, to));
    characters += to - from > countedExactly ? to - from : charactersIn(state.sliceDoc(from, to));
  }
  return characters === 0 ? null : { characters, tokens: measure.tokensOf(weight) };
}

/** Longer stretches are counted in units of the text: nobody checks, and the cursor must not wait. */
const countedExactly = 5000;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function charactersIn(text: string): number {
  if (text.length > countedExactly || /^[\x20-\x7e]*$/.test(text)) {
    return text.length;
  }
  let count = 0;
  for (const _ of characters.segment(text)) {
    count += 1;
  }
  return count;
}
