import type { EditorState } from '@codemirror/state';
import { readingOf } from '../../../memory-text/reading.ts';

/** What is said below the text. */
export type EditorStatus = {
  /** Both from 1; the column counts characters as a person does. */
  readonly line: number;
  readonly column: number;
  /** Null where nothing is selected. */
  readonly selection: { readonly characters: number; readonly tokens: number } | null;
  /** Of the whole text as it was last read. */
  readonly tokens: number;
  /** Null where the format has none. */
  readonly limit: number | null;
  /** What a person should look at. */
  readonly problems: number;
};

export function statusOf(state: EditorState): EditorStatus {
  const { document, format, rules, tokens } = readingOf(state);
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return {
    line: line.number,
    column: charactersIn(line.text.slice(0, head - line.from)) + 1,
    selection: selectionOf(state),
    tokens,
    limit: format.capabilities.budget ? rules.limit : null,
    problems: document.diagnostics.filter((diagnostic) => diagnostic.severity !== 'quiet').length,
  };
}

function selectionOf(state: EditorState): EditorStatus['selection'] {
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
